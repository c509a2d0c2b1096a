import { randomUUID } from 'node:crypto'
import { confirmPayment, getCaptcha, getProfile } from '@cashbox/contract'
import { activateOperator, beginEnrolment, createChannel, finishEnrolment } from '@cashbox/contract/operator'
import { createPartner } from '@cashbox/partner'
import { type OperatorClient, operatorClient } from '@cashbox/testing/operator-client'
import { codeAt } from '@cashbox/testing/phone'
import { approve, callAs, locationNear, type Person, signUp } from '../demo/agents.ts'

interface Installation {
  readonly agentsUrl: string
  readonly consoleUrl: string
  readonly adminEmail: string
  readonly partnerKey: { readonly key: string; readonly secret: string }
  /** What the newest e-mail to an address has in its link. */
  readonly hashFor: (email: string) => Promise<string>
  readonly step: (name: string) => void
}

const PASSWORD = 'A-first-day-at-the-counter-7'
const AGENT: Person = {
  name: 'Nodira',
  surname: 'Karimov',
  channel: 'tashkent',
  lat: 41.311081,
  lon: 69.240562,
  areaM: 200,
}
const AMOUNT = '1250.50'

/** What people do on the first day of a network, over its real addresses. Answers the agent's balance. */
export async function makeFirstPayment(installation: Installation): Promise<string> {
  const admin = await logInFirst(installation)
  installation.step('the first admin is in, with a second factor')
  const fees = { currency_code: 'UZS', deposit_fee_bp: 0, withdraw_fee_bp: 0 }
  const made = await admin.call(createChannel, { code: AGENT.channel, name: 'Tashkent', ...fees, reason: 'First day' })
  if (made.status !== 200) throw new Error(`no channel: ${made.failure.message}`)
  const { captcha_type } = await callAs(installation.agentsUrl, null)(getCaptcha, { action: 'signup' })
  if (captcha_type !== 'altcha') throw new Error(`the bot check is ${captcha_type}`)
  const { token } = await signUp({ url: installation.agentsUrl, hashFor: installation.hashFor }, AGENT)
  await approve(admin, AGENT)
  installation.step('an agent has signed up and is approved')

  const payment = { type: 'withdraw', amount: AMOUNT } as const
  const partner = createPartner({ url: installation.agentsUrl, ...installation.partnerKey })
  const { transaction, security_code } = await partner.transactions.create({
    ...payment,
    reference: randomUUID(),
    currency_code: 'UZS',
    player_id: 'player-1',
    channel: AGENT.channel,
  })
  const call = callAs(installation.agentsUrl, token)
  const { transaction_id } = transaction
  const confirmation = { ...payment, transaction_id, security_code, ...locationNear(AGENT) }
  await call(confirmPayment, confirmation, { idempotencyKey: randomUUID() })
  const { user } = await call(getProfile, {})
  if (user.channel.balance !== AMOUNT) throw new Error(`the balance is ${user.channel.balance}`)
  return `${user.channel.balance} ${user.channel.currency_code}`
}

async function logInFirst(installation: Installation): Promise<OperatorClient> {
  const admin = operatorClient(installation.consoleUrl)
  const hash = await installation.hashFor(installation.adminEmail)
  await admin.call(activateOperator, { hash, password: PASSWORD })
  await admin.logIn(installation.adminEmail, PASSWORD)
  const { payload } = await admin.call(beginEnrolment, {})
  const code = codeAt(payload.secret, Date.now())
  const { status, failure } = await admin.call(finishEnrolment, { code })
  if (status !== 200) throw new Error(`the admin is not in: ${failure.message}`)
  return admin
}
