import { randomUUID } from 'node:crypto'
import { createCall } from '@cashbox/client/call'
import { CallFailure } from '@cashbox/client/call-failure'
import { type CaptchaAction, getCaptcha, logIn, register, type SignIn, verifyEmail } from '@cashbox/contract'
import { approveAgent, type ListedAgent, listAgents, readAgent } from '@cashbox/contract/operator'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { solveCaptcha } from '@cashbox/testing/solve-captcha'
import type { Sandbox } from './sandbox.ts'

export const PASSWORD = 'Market-Day-7'
const TIMEOUT_MS = 30_000

export interface Person {
  readonly name: string
  readonly surname: string
  /** Before the @ of their address, if it is not the name. */
  readonly mailbox?: string
  readonly channel: 'tashkent' | 'istanbul'
  readonly lat: number
  readonly lon: number
  /** How far from their point they may confirm, in metres. */
  readonly areaM: number
  /** The browser that they use; one each, unless two share it. */
  readonly browser?: string
}

export type DemoAgent = Awaited<ReturnType<typeof employ>>

const emailOf = ({ name, mailbox = name }: Pick<Person, 'name' | 'mailbox'>) =>
  `${mailbox.toLowerCase()}@demo.cashbox.test`

export const callAs = (url: string, token: string | null) =>
  createCall({
    base: `${url}/api`,
    timeoutMs: TIMEOUT_MS,
    headers: (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}),
    onFailure: () => {},
  })

/** An agent who signed up, was approved and is logged in; the same one again in a later run. */
export async function employ(sandbox: Sandbox, person: Person) {
  const known = await logInAs(sandbox, person)
  const { token, user } = known ?? (await signUp(sandbox, person))
  if (user.status === 'pending') {
    const approved = await approve(await operatorOf(sandbox.url, 'support'), person)
    // A wide area needs a second operator.
    if (approved.payload.request) await agree(sandbox.url, approved)
  }
  const call = callAs(sandbox.url, token)
  const currency = person.channel === 'istanbul' ? 'TRY' : 'UZS'
  return { ...person, email: user.email, cashId: user.cash_id, currency, call } as const
}

const browserOf = ({ name, browser = name }: Person) => ({ fingerprint: `demo browser of ${browser}` })

async function logInAs(sandbox: Sandbox, person: Person): Promise<SignIn | null> {
  const call = callAs(sandbox.url, null)
  try {
    return await call(logIn, {
      email: emailOf(person),
      password: PASSWORD,
      rememberMe: true,
      ...browserOf(person),
      ...(await captchaFor(sandbox, 'login')),
    })
  } catch (error) {
    if (error instanceof CallFailure && error.code === 'credentials_wrong') return null
    throw error
  }
}

/** A server, and the mailbox of everyone who signs up there. */
type Server = Pick<Sandbox, 'url' | 'hashFor'>

/** Signs up, and follows the link in the e-mail. */
export async function signUp(server: Server, person: Person): Promise<SignIn> {
  const call = callAs(server.url, null)
  const email = emailOf(person)
  await call(register, {
    first_name: person.name,
    last_name: person.surname,
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    country_code: person.channel === 'istanbul' ? 'TR' : 'UZ',
    city: person.channel === 'istanbul' ? 'Istanbul' : 'Tashkent',
    street: 'Market Street 1',
    phone: person.channel === 'istanbul' ? '+905321234567' : '+998901234567',
    messenger: 'telegram',
    messenger_id: `@${person.name.toLowerCase()}`,
    ...pointOf(person),
    ...browserOf(person),
    ...(await captchaFor(server, 'signup')),
  })
  return call(verifyEmail, { hash: await server.hashFor(email), ...browserOf(person) })
}

async function captchaFor({ url }: Pick<Server, 'url'>, action: CaptchaAction) {
  const { captcha_type, challenge } = await callAs(url, null)(getCaptcha, { action })
  if (captcha_type !== 'altcha' || !challenge) return {}
  return { captcha_type, captcha_id: action, captcha_text: await solveCaptcha(challenge) }
}

export async function findAgent(
  operator: OperatorClient,
  person: Pick<Person, 'name' | 'mailbox'>,
): Promise<ListedAgent> {
  const { payload } = await operator.call(listAgents, { search: emailOf(person) })
  const [found] = payload.list
  if (!found) throw new Error(`no agent ${emailOf(person)}`)
  return found
}

export async function approve(operator: OperatorClient, person: Person) {
  const { name, channel, lat, lon, areaM } = person
  const { id: agent_id } = await findAgent(operator, person)
  const { version } = (await operator.call(readAgent, { agent_id })).payload.agent
  const point = { ...pointOf({ lat, lon }), geo_area: areaM }
  const answer = await operator.call(approveAgent, { agent_id, version, channel, ...point })
  if (answer.status !== 200) throw new Error(`${name} was not approved: ${answer.failure.message}`)
  return answer
}

/** With as many decimals as the server takes. */
const pointOf = ({ lat, lon }: Pick<Person, 'lat' | 'lon'>) => ({ geo_lat: lat.toFixed(6), geo_lon: lon.toFixed(6) })

/** Where an agent stands: a few metres from their point, never twice the same. */
export const locationNear = ({ lat, lon }: Pick<Person, 'lat' | 'lon'>) => ({
  geo_lat: (lat + (Math.random() - 0.5) / 2_000).toFixed(6),
  geo_lon: (lon + (Math.random() - 0.5) / 2_000).toFixed(6),
  geo_accuracy: 5 + Math.round(Math.random() * 20),
  geo_at: Math.floor(Date.now() / 1000),
})

export const newKey = () => ({ idempotencyKey: randomUUID() })
