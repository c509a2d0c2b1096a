import { randomInt } from 'node:crypto'
import {
  type requestDemo as call,
  formatMinor,
  type ParsedInputOf,
  passwordRule,
  type verifyDemo as verifyDemoCall,
} from '@cashbox/contract'
import { breaks, col, query, type Tx } from '@cashbox/postgres/database'
import { hashPassword } from '../../access/passwords.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { refusal, refuseFields } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { translate } from '../../platform/texts.ts'
import { firstChannel, openAgent } from '../open-agent.ts'
import { openPerson } from '../person.ts'
import { type AuthServices, openDemo, type Sample, signIn } from './log-in.ts'
import { mailLink, useLink } from './mail-link.ts'
import { checkContact } from './register.ts'

type DemoInput = ParsedInputOf<typeof call>

interface DemoAgent {
  readonly ownerId: string
  readonly cashId: string
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Sends a link to a demo account. A repeated request keeps the password, because anyone can enter any address. */
export async function requestDemo(services: AuthServices, input: DemoInput, caller: Caller): Promise<void> {
  const { db, captcha, limits } = services
  await limits.spend('mail-address', caller.ip)
  if (!(await readSettings(db)).is_demo_offered) throw refusal('demo_off')
  await captcha.check('demo', input, caller.ip)
  await limits.spend('mail-account', input.email)
  refuseFields(await checkContact(db, input))
  const password = newDemoPassword()
  const passwordHash = await hashPassword(password)
  const send = () =>
    db.transaction(async (tx) => {
      const known = await findDemo(tx, input.email)
      const agent = known ?? (await createDemo(services, tx, input, caller, passwordHash))
      await mailAccess(services, tx, input.email, agent, known ? null : password, caller)
    })
  await send().catch((error: unknown) => {
    // Two requests with one address at the same moment: the second finds the account of the first.
    if (!breaks(error, 'person_email_is_one')) throw error
    return send()
  })
}

async function findDemo(tx: Tx, email: string): Promise<DemoAgent | null> {
  const [agent] = await query(tx, { owner_id: col.uuid, cash_id: col.int8 })`
    select owner_id, cash_id from agent join person on person.id = owner_id where email = ${email} and person.is_demo`
  return agent ? { ownerId: agent.owner_id, cashId: agent.cash_id.toString() } : null
}

async function createDemo({ clock }: Services, tx: Tx, input: DemoInput, { language }: Caller, passwordHash: string) {
  const channel = await firstChannel(tx, { isDemo: true })
  const at = clock.now()
  const { email } = input
  const ownerId = await openPerson(tx, { email, isDemo: true, emailVerifiedAt: null, passwordHash, language, at })
  const { cashId } = await openAgent(tx, {
    ownerId,
    channelId: channel.id,
    currencyCode: channel.currencyCode,
    status: 'approved',
    isDemo: true,
    firstName: 'Demo',
    lastName: 'Agent',
    messenger: input.messenger,
    messengerId: input.messenger_id,
    countryCode: input.country_code,
    geoArea: 0,
    at,
  })
  return { ownerId, cashId }
}

async function mailAccess(
  services: AuthServices,
  tx: Tx,
  email: string,
  agent: DemoAgent,
  password: string | null,
  { language }: Caller,
) {
  const word = (key: string, values = {}) => translate(language, `mail.demo_access.${key}`, values)
  const describe = ({ type, transactionId: id, amount, securityCode: code }: Sample) =>
    word(`sample_${type}`, { id, amount: formatMinor(amount), code })
  await mailLink(tx, services, 'demo', { personId: agent.ownerId, email, name: email, language }, [
    { label: word('email'), values: [email] },
    { label: word('password'), values: [password ?? word('password_kept')] },
    { label: word('samples'), values: services.demos.samplesFor(agent.cashId).map(describe) },
  ])
}

function newDemoPassword(): string {
  const password = `${Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}-${randomInt(10)}`
  return passwordRule(password) ? password : newDemoPassword()
}

export async function verifyDemo(services: AuthServices, input: ParsedInputOf<typeof verifyDemoCall>, caller: Caller) {
  const { db, clock, limits } = services
  await limits.spend('link-address', caller.ip)
  return db.transaction(async (tx) => {
    const personId = await useLink(tx, clock, 'demo', input.hash)
    await openDemo(services, tx, personId)
    return signIn(services, tx, personId, true, caller, input)
  })
}
