import type {
  logIn as call,
  endOtherSessions as endCall,
  listOwnSessions as listCall,
  OutputOf,
  ParsedInputOf,
  SignIn,
  TransactionType,
} from '@cashbox/contract'
import { col, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { matchPassword } from '../../access/passwords.ts'
import { type AgentSession, type Device, openSession, ownSessionColumns, personOf } from '../../access/sessions.ts'
import { writeNotice } from '../../notices/notice.ts'
import { rangesOf, wideRangeOf } from '../../platform/addresses.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { holdSettings } from '../../platform/settings.ts'
import { homeOf, noteVerified } from '../person.ts'
import { readUser } from '../read-user.ts'

/** Demo accounts have transactions, which belong to a higher room. */
export type AuthServices = Services & {
  readonly demos: {
    /** Fills a fresh demo account with history and something to confirm. */
    prepare(tx: Tx, agentId: string): Promise<void>
    /** The transactions that the e-mail about the demo lists. */
    samplesFor(cashId: string): readonly Sample[]
  }
}

export interface Sample {
  readonly type: TransactionType
  readonly transactionId: string
  readonly amount: bigint
  readonly securityCode: string
}

/** More log-ins than a person makes while sessions are stored. */
const MAX_SESSIONS_COMPARED = 200

/** More devices than a person has. Older sessions also end with "all others". */
const MAX_SESSIONS_LISTED = 50

/** The same answer, after the same work, for a wrong password and an unknown address. */
export async function logIn(
  services: AuthServices,
  input: ParsedInputOf<typeof call>,
  caller: Caller,
): Promise<SignIn> {
  const { db, limits, captcha } = services
  await limits.spend('login-address', caller.ip)
  await captcha.check('login', input, caller.ip)
  const giveBack = await checkAttempt(services, input.email, caller, input)

  const person = await findByPassword(services, input.email, input.password)
  if (!person) throw refusal('credentials_wrong')

  await Promise.all([giveBack(), limits.giveBack('login-address', caller.ip)])
  const { notified, signedIn } = await db.transaction(async (tx) => {
    // The password of a demo is only in its e-mail, so knowing it proves the address.
    if (person.is_demo) await openDemo(services, tx, person.id)
    return {
      notified: person.is_demo ? [] : await notifyOfNewLogIn(services, tx, person.id, caller, input),
      signedIn: await signIn(services, tx, person.id, input.rememberMe ?? false, caller, input),
    }
  })
  for (const agentId of notified) services.live.publish(agentId, 'notices')
  return signedIn
}

/** One address can have a real and a demo account; the password decides between them. */
async function findByPassword({ db }: Services, email: string, password: string) {
  const candidates = await query(db, { id: col.uuid, is_demo: col.bool, password_hash: col.text })`
    select id, is_demo, password_hash from person where email = ${email}`
  const real = candidates.find(({ is_demo }) => !is_demo)
  const demo = candidates.find(({ is_demo }) => is_demo)
  const [isReal, isDemo] = await Promise.all([
    matchPassword(real?.password_hash, password),
    matchPassword(demo?.password_hash, password),
  ])
  return isReal ? real : isDemo ? demo : undefined
}

/** Without a session while the e-mail address is unverified. */
export async function signIn(
  { clock }: Services,
  tx: Tx,
  personId: string,
  remember: boolean,
  caller: Caller,
  device: Device,
): Promise<SignIn> {
  await tx.execute(
    sql`update person set language = ${caller.language} where id = ${personId} and language <> ${caller.language}`,
  )
  const agentId = await homeOf(tx, personId)
  const user = await readUser(tx, agentId)
  const token = user.is_email_verified ? await openSession(tx, clock, agentId, { remember, caller, device }) : null
  return { token, user }
}

export async function openDemo({ clock, demos }: AuthServices, tx: Tx, personId: string) {
  // Held, so that no session is opened after an operator has ended all of them.
  if (!(await holdSettings(tx)).is_demo_offered) throw refusal('demo_off')
  if (await noteVerified(tx, personId, clock.now())) await demos.prepare(tx, await homeOf(tx, personId))
}

/** Writes a notice at each of their points if no stored session has this device or this address range. Returns the points. */
async function notifyOfNewLogIn(
  { clock }: Services,
  tx: Tx,
  personId: string,
  { ip, userAgent }: Caller,
  { fingerprint, user_agent }: Device,
): Promise<readonly string[]> {
  const before = await query(tx, { fingerprint: col.nullable(col.text), ip: col.nullable(col.text) })`
    select fingerprint, ip from session where person_id = ${personId} order by created_at desc limit ${MAX_SESSIONS_COMPARED}`
  const range = wideRangeOf(ip)
  const isKnownDevice = before.some((session) => session.fingerprint === (fingerprint ?? null))
  const isKnownRange = before.some((session) => session.ip !== null && wideRangeOf(session.ip) === range)
  if (before.length === 0 || (isKnownDevice && isKnownRange)) return []
  const data = { user_agent: user_agent ?? userAgent, ip }
  const points = await query(tx, { id: col.uuid })`select id from agent where owner_id = ${personId}`
  for (const { id } of points) await writeNotice(tx, id, { kind: 'new_login', data }, clock.now())
  return points.map(({ id }) => id)
}

/**
 * Counts an attempt and refuses when there were too many. Address ranges from which the person has logged in before have a separate
 * allowance, which strangers can't use up. Returns a function that gives the attempt back.
 */
async function checkAttempt(services: Services, email: string, caller: Caller, device: Device) {
  const { limits } = services
  if (await isKnownCaller(services, email, caller, device)) {
    const known = `${email} ${rangesOf(caller.ip).range}`
    if (!limits.exceeds('login-known', await limits.count('login-known', known))) {
      return () => limits.giveBack('login-known', known)
    }
  }
  await limits.spend('login-account', email)
  return () => limits.giveBack('login-account', email)
}

/** The same address range as a stored session, or the same device in a wider one: many phones have one fingerprint. */
async function isKnownCaller(
  { db }: Services,
  email: string,
  { ip }: Caller,
  { fingerprint }: Device,
): Promise<boolean> {
  const before = await query(db, { fingerprint: col.nullable(col.text), ip: col.nullable(col.text) })`
    select fingerprint, ip from session where person_id in (select id from person where email = ${email})
    order by created_at desc limit ${MAX_SESSIONS_COMPARED}`
  const [here, around] = [rangesOf(ip).range, wideRangeOf(ip)]
  return before.some((session) => {
    if (session.ip === null) return false
    if (rangesOf(session.ip).range === here) return true
    return fingerprint != null && session.fingerprint === fingerprint && wideRangeOf(session.ip) === around
  })
}

/** Required before every change of the log-in. Counted apart from log-ins, so that failures here do not block them. */
export async function checkOwnPassword({ db, limits }: Services, personId: string, password: string): Promise<void> {
  const { password_hash } = await queryOne(db, { password_hash: col.text })`
    select password_hash from person where id = ${personId}`
  await limits.spend('login-account', `password ${personId}`)
  if (!(await matchPassword(password_hash, password))) throw refusal('current_password_wrong')
  await limits.giveBack('login-account', `password ${personId}`)
}

export async function listOwnSessions(
  { db, clock }: Services,
  { personId, sessionId }: AgentSession,
): Promise<OutputOf<typeof listCall>> {
  const now = clock.now()
  const list = await query(db, ownSessionColumns)`
    select id, created_at, last_seen_at, user_agent, ip, id = ${sessionId}::uuid as is_current from session
    where person_id = ${personId} and ended_at is null and expires_at > ${now}
      and last_seen_at + make_interval(secs => idle_seconds) > ${now}
    order by is_current desc, id desc limit ${MAX_SESSIONS_LISTED}`
  return { list }
}

/** Ends one other session, or all others. The session of this call stays. */
export async function endOtherSessions(
  services: Services,
  { current_password, session_id }: ParsedInputOf<typeof endCall>,
  agent: AgentSession,
): Promise<OutputOf<typeof endCall>> {
  const personId = personOf(agent)
  await checkOwnPassword(services, personId, current_password)
  const ended = await services.db.execute(sql`
    update session set ended_at = ${services.clock.now()}
    where person_id = ${personId} and ended_at is null and id <> ${agent.sessionId}
      and (${session_id ?? null}::uuid is null or id = ${session_id ?? null}::uuid)`)
  return { ended }
}
