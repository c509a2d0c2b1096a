import { randomInt } from 'node:crypto'
import { type requestDemo as call, formatMinor, type ParsedInputOf, passwordRule } from '@cashbox/contract'
import { firstChannel, openAgent } from '../../../domain/agents/open-agent.ts'
import { int8, uuid } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { invalidFields } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/sessions.ts'
import { say } from '../../../platform/texts.ts'
import { checkContact } from './contact.ts'
import { postLink } from './mail-link.ts'
import type { AuthServices, Sample } from './services.ts'

type Input = ParsedInputOf<typeof call>

/** Sends a link and credentials for a demo account; asking again makes new ones. */
export async function requestDemo(services: AuthServices, input: Input, caller: Caller): Promise<void> {
  const { db, captcha, limits } = services
  await limits.spend('mail-address', caller.ip)
  await captcha.check('demo', input, caller.ip)
  await limits.spend('mail-account', input.email)
  const problems = await checkContact(db, input)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const password = newDemoPassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const agent =
      (await renewDemo(tx, input.email, passwordHash)) ?? (await createDemo(services, tx, input, caller, passwordHash))
    await sendAccess(services, tx, input.email, agent, password, caller)
  })
}

interface DemoAgent {
  readonly id: string
  readonly cashId: string
}

async function renewDemo(tx: Tx, email: string, passwordHash: string): Promise<DemoAgent | null> {
  const [agent] = await tx.query(
    sql`update agent set password_hash = ${passwordHash} where email = ${email} and is_demo returning id, cash_id`,
    { id: uuid, cash_id: int8 },
  )
  return agent ? { id: agent.id, cashId: agent.cash_id.toString() } : null
}

async function createDemo({ clock }: AuthServices, tx: Tx, input: Input, { language }: Caller, passwordHash: string) {
  const channel = await firstChannel(tx, { isDemo: true })
  return openAgent(tx, {
    channelId: channel.id,
    currencyCode: channel.currencyCode,
    status: 'approved',
    isDemo: true,
    email: input.email,
    emailVerifiedAt: null,
    passwordHash,
    firstName: 'Demo',
    lastName: 'Agent',
    messenger: input.messenger,
    messengerId: input.messenger_id,
    countryCode: input.country_code,
    geoArea: 0,
    language,
    at: clock.now(),
  })
}

async function sendAccess(
  services: AuthServices,
  tx: Tx,
  email: string,
  agent: DemoAgent,
  password: string,
  { language }: Caller,
) {
  const word = (key: string, values = {}) => say(language, `mail.demo_access.${key}`, values)
  const describe = ({ type, transactionId: id, amount, securityCode: code }: Sample) =>
    word(`sample_${type}`, { id, amount: formatMinor(amount), code })
  await postLink(tx, services, 'demo', { agentId: agent.id, email, name: email, language }, [
    { label: word('email'), values: [email] },
    { label: word('password'), values: [password] },
    { label: word('samples'), values: services.samplesFor(agent.cashId).map(describe) },
  ])
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

function newDemoPassword(): string {
  const password = `${Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}-${randomInt(10)}`
  return passwordRule(password) ? password : newDemoPassword()
}
