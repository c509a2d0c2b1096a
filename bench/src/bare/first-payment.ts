import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createCall } from '@cashbox/client/call'
import { confirmPayment, getCaptcha, getProfile, register, verifyEmail } from '@cashbox/contract'
import {
  activateOperator,
  approveAgent,
  beginEnrolment,
  createChannel,
  finishEnrolment,
  listAgents,
  readAgent,
} from '@cashbox/contract/operator'
import { createPartner } from '@cashbox/partner'
import { type OperatorClient, operatorClient } from '../../../apps/server/test/operator-client.ts'
import { codeAt } from '../../../apps/server/test/phone.ts'
import { solveCaptcha } from '../../../apps/server/test/solve-captcha.ts'

interface Ground {
  readonly agentsUrl: string
  readonly consoleUrl: string
  readonly adminEmail: string
  readonly partnerKey: { readonly key: string; readonly secret: string }
  /** The links of the letters to an address, newest first. */
  readonly linksTo: (email: string) => Promise<readonly string[]>
  readonly step: (name: string) => void
}

const LETTER_WITHIN_MS = 60_000
const PASSWORD = 'A-first-day-at-the-counter-7'
const POINT = { geo_lat: '41.311081', geo_lon: '69.240562' }
const AMOUNT = '1250.50'

/** What people do on the first day of a network, over its real addresses. Answers the agent's balance. */
export async function makeFirstPayment(ground: Ground): Promise<string> {
  const admin = await logInFirst(ground)
  ground.step('the first admin is in, with a second factor')
  const made = await admin.call(createChannel, {
    code: 'tashkent',
    name: 'Tashkent',
    currency_code: 'UZS',
    deposit_fee_bp: 0,
    withdraw_fee_bp: 0,
    reason: 'First day',
  })
  if (made.status !== 200) throw new Error(`no channel: ${made.failure.message}`)
  const token = await signUp(ground)
  await approve(admin)
  ground.step('an agent has signed up and is approved')

  const { transaction, security_code } = await createPartner({
    url: ground.agentsUrl,
    ...ground.partnerKey,
  }).transactions.create({
    reference: randomUUID(),
    type: 'withdraw',
    amount: AMOUNT,
    currency_code: 'UZS',
    player_id: 'player-1',
    channel: 'tashkent',
  })
  const call = callAs(ground.agentsUrl, token)
  await call(
    confirmPayment,
    {
      type: 'withdraw',
      transaction_id: transaction.transaction_id,
      amount: AMOUNT,
      security_code,
      ...POINT,
      geo_accuracy: 10,
      geo_at: Math.floor(Date.now() / 1000),
    },
    { idempotencyKey: randomUUID() },
  )
  const { user } = await call(getProfile, {})
  if (user.channel.balance !== AMOUNT) throw new Error(`the balance is ${user.channel.balance}`)
  return `${user.channel.balance} ${user.channel.currency_code}`
}

async function logInFirst(ground: Ground): Promise<OperatorClient> {
  const admin = operatorClient(ground.consoleUrl)
  const hash = await hashFor(ground, ground.adminEmail)
  await admin.call(activateOperator, { hash, password: PASSWORD })
  await admin.logIn(ground.adminEmail, PASSWORD)
  const { payload } = await admin.call(beginEnrolment, {})
  const code = codeAt(payload.secret, Date.now())
  const { status, failure } = await admin.call(finishEnrolment, { code })
  if (status !== 200) throw new Error(`the admin is not in: ${failure.message}`)
  return admin
}

async function signUp(ground: Ground): Promise<string> {
  const call = callAs(ground.agentsUrl, null)
  const email = 'agent@first-day.example'
  const { captcha_type, challenge } = await call(getCaptcha, { action: 'signup' })
  if (captcha_type !== 'altcha' || !challenge) throw new Error(`the bot check is ${captcha_type}`)
  await call(register, {
    first_name: 'Nodira',
    last_name: 'Karimova',
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    country_code: 'UZ',
    city: 'Tashkent',
    street: 'Market Street 1',
    phone: '+998901234567',
    messenger: 'telegram',
    messenger_id: '@nodira',
    ...POINT,
    fingerprint: 'first day',
    captcha_type,
    captcha_id: 'signup',
    captcha_text: await solveCaptcha(challenge),
  })
  const { token } = await call(verifyEmail, { hash: await hashFor(ground, email), fingerprint: 'first day' })
  if (token === null) throw new Error('the agent is not logged in')
  return token
}

async function approve(admin: OperatorClient) {
  const { payload } = await admin.call(listAgents, { status: 'pending' })
  const [agent] = payload.list
  if (!agent) throw new Error('no agent waits')
  const { version } = (await admin.call(readAgent, { agent_id: agent.id })).payload.agent
  const place = { channel: 'tashkent', ...POINT, geo_area: 200 }
  const { status, failure } = await admin.call(approveAgent, { agent_id: agent.id, version, ...place })
  if (status !== 200) throw new Error(`the agent was not approved: ${failure.message}`)
}

async function hashFor({ linksTo }: Ground, email: string): Promise<string> {
  const deadline = Date.now() + LETTER_WITHIN_MS
  while (Date.now() < deadline) {
    for (const link of await linksTo(email)) {
      // Operators' links have it behind the #, so that it is in no log of a proxy.
      const { searchParams, hash: fragment } = new URL(link)
      const hash = searchParams.get('hash') ?? fragment.slice(1)
      if (hash) return hash
    }
    await wait(200)
  }
  throw new Error(`no letter to ${email} arrived`)
}

const callAs = (url: string, token: string | null) =>
  createCall({
    base: `${url}/api`,
    timeoutMs: 30_000,
    headers: (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}),
    onFailure: () => {},
  })
