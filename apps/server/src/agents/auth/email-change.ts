import {
  type requestEmailChange as call,
  type confirmEmailChange as confirmEmailChangeCall,
  languages,
  type ParsedInputOf,
  type stopEmailChange as stopEmailChangeCall,
} from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../access/audit.ts'
import type { SignedIn } from '../../access/sessions.ts'
import { bool, breaks, int8, oneOf, only, sql, type Tx, text, uuid } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { formatMailTime } from '../../platform/mail/render-mail.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/keyring.ts'
import { say } from '../../platform/texts.ts'
import { checkOwnPassword } from './log-in.ts'
import { postLink } from './mail-link.ts'
import type { AuthServices } from './services.ts'

type Owner = Awaited<ReturnType<typeof readOwner>>

interface Notice {
  readonly stop: string
  readonly at: Date
  readonly newEmail: string
}

interface Wish {
  readonly confirm: string
  readonly newEmail: string
}

const HOUR_MS = 3_600_000
const CONFIRM_HOURS = 24

/** Long enough for an owner who reads the old mailbox once a week. */
const STOP_HOURS = 8 * 24

/** Writes to both addresses. Answers alike whether or not the new one belongs to another agent. */
export async function requestEmailChange(
  services: AuthServices,
  input: ParsedInputOf<typeof call>,
  { agentId, sessionId, isDemo }: SignedIn,
): Promise<void> {
  const { db, limits, clock } = services
  if (isDemo) throw refusal('demo_account')
  await checkOwnPassword(services, agentId, input.current_password)
  await limits.spend('mail-account', `email-change ${agentId}`)
  await db.transaction(async (tx) => {
    const owner = await readOwner(tx, agentId)
    if (owner.email === input.email) throw refusal('email_unchanged')
    const at = clock.now()
    const [confirm, stop] = [newToken(), newToken()]
    await tx.execute(sql`
      update email_change set stopped_at = ${at}
      where agent_id = ${agentId} and confirmed_at is null and stopped_at is null`)
    await tx.execute(sql`
      insert into email_change (id, agent_id, old_email, new_email, session_id, requested_at, confirm_hash, confirm_by,
        stop_hash, stop_by)
      values (${uuidv7()}, ${agentId}, ${owner.email}, ${input.email}, ${sessionId}, ${at}, ${hashToken(confirm)},
        ${new Date(at.getTime() + CONFIRM_HOURS * HOUR_MS)}, ${hashToken(stop)},
        ${new Date(at.getTime() + STOP_HOURS * HOUR_MS)})`)
    await writeToOld(services, tx, owner, { stop, at, newEmail: input.email })
    await writeToNew(services, tx, owner, { confirm, newEmail: input.email })
  })
}

const readOwner = async (tx: Tx, agentId: string) =>
  only(
    await tx.query(sql`select email, first_name, language, timezone from agent where id = ${agentId} for update`, {
      email: text,
      first_name: text,
      language: oneOf(...languages),
      timezone: text,
    }),
  )

function writeToOld(services: AuthServices, tx: Tx, owner: Owner, { stop, at, newEmail }: Notice) {
  const { email, first_name, language, timezone } = owner
  return enqueueMail(tx, services, {
    to: email,
    language,
    template: 'email_change_notice',
    name: first_name,
    link: `${services.publicUrl}/email-change?stop=${stop}`,
    linkHours: STOP_HOURS,
    details: [
      { label: say(language, 'mail.email_change_notice.new_address'), values: [masked(newEmail)] },
      { label: say(language, 'mail.time'), values: [formatMailTime(at, timezone, language)] },
    ],
  })
}

/** The owner of a taken address learns that it was tried, and gets no link that would change anything. */
async function writeToNew(services: AuthServices, tx: Tx, { language }: Owner, { confirm, newEmail }: Wish) {
  const isTaken = (await tx.execute(sql`select 1 from agent where email = ${newEmail} and not is_demo`)) > 0
  const letter = isTaken
    ? { template: 'already_registered' as const, link: `${services.publicUrl}/auth/login`, linkHours: null }
    : {
        template: 'email_change_confirm' as const,
        link: `${services.publicUrl}/email-change?confirm=${confirm}`,
        linkHours: CONFIRM_HOURS,
      }
  // Without a name: the address may belong to a stranger.
  await enqueueMail(tx, services, { to: newEmail, language, name: null, details: [], ...letter })
}

/** "an…@example.com": enough to recognise an address, too little to write to it. */
const masked = (email: string) => email.replace(/^(.{1,2}).*@/, '$1…@')

/** The link came out of the new mailbox. All sessions end but the one that asked for the change. */
export async function confirmEmailChange(
  services: AuthServices,
  { hash }: ParsedInputOf<typeof confirmEmailChangeCall>,
  caller: Caller,
): Promise<{ email: string }> {
  const { db, limits } = services
  await limits.spend('link-address', caller.ip)
  try {
    return await db.transaction((tx) => confirmIn(services, tx, hash, caller))
  } catch (error) {
    // Another agent has taken the address meanwhile.
    if (breaks(error, 'agent_email_is_one')) throw refusal('link_invalid')
    throw error
  }
}

async function confirmIn({ clock, sessions }: AuthServices, tx: Tx, hash: string, { ip }: Caller) {
  const at = clock.now()
  const [change] = await tx.query(
    sql`
      update email_change set confirmed_at = ${at}
      where confirm_hash = ${hashToken(hash)} and confirmed_at is null and stopped_at is null and confirm_by > ${at}
      returning agent_id, old_email, new_email, session_id`,
    { agent_id: uuid, old_email: text, new_email: text, session_id: uuid },
  )
  if (!change) throw refusal('link_invalid')
  const { agent_id, old_email, new_email } = change
  const { cash_id } = only(
    await tx.query(
      sql`update agent set email = ${new_email}, email_verified_at = ${at} where id = ${agent_id} returning cash_id`,
      { cash_id: int8 },
    ),
  )
  await closeLinks(tx, agent_id, at)
  await sessions.endAllOf(tx, agent_id, change.session_id)
  await writeAudit(tx, {
    at,
    actor: { operatorId: null, name: `agent ${cash_id}`, ip },
    action: 'agent.change_email',
    subject: { kind: 'agent', id: agent_id },
    before: { email: old_email },
    after: { email: new_email },
  })
  return { email: new_email }
}

/** Links that were sent to the address that no longer counts. */
const closeLinks = (tx: Tx, agentId: string, at: Date) =>
  tx.execute(sql`update mail_link set used_at = ${at} where agent_id = ${agentId} and used_at is null`)

/**
 * The owner of the old address did not ask for the change, so another person knows the password: the old address counts
 * again, every session ends, and a link to choose a new password goes to the old address.
 */
export async function stopEmailChange(
  services: AuthServices,
  { hash }: ParsedInputOf<typeof stopEmailChangeCall>,
  caller: Caller,
): Promise<void> {
  const { db, limits } = services
  await limits.spend('link-address', caller.ip)
  try {
    await db.transaction((tx) => stopIn(services, tx, hash, caller))
  } catch (error) {
    // Another agent has the old address by now: an operator has to decide.
    if (breaks(error, 'agent_email_is_one')) throw refusal('link_invalid')
    throw error
  }
}

async function stopIn(services: AuthServices, tx: Tx, hash: string, { ip }: Caller): Promise<void> {
  const { clock, sessions } = services
  const at = clock.now()
  const [change] = await tx.query(
    sql`
      update email_change set stopped_at = ${at}
      where stop_hash = ${hashToken(hash)} and stopped_at is null and stop_by > ${at}
      returning agent_id, old_email, new_email, confirmed_at is not null as was_confirmed`,
    { agent_id: uuid, old_email: text, new_email: text, was_confirmed: bool },
  )
  if (!change) throw refusal('link_invalid')
  const { agent_id, old_email, new_email, was_confirmed } = change
  const { cash_id, first_name, language } = only(
    await tx.query(
      sql`update agent set email = ${old_email} where id = ${agent_id} returning cash_id, first_name, language`,
      { cash_id: int8, first_name: text, language: oneOf(...languages) },
    ),
  )
  // Changes that were asked for after this one came from the same person.
  await tx.execute(sql`
    update email_change set stopped_at = ${at} where agent_id = ${agent_id} and stopped_at is null`)
  await closeLinks(tx, agent_id, at)
  await sessions.endAllOf(tx, agent_id)
  await writeAudit(tx, {
    at,
    actor: { operatorId: null, name: `agent ${cash_id}`, ip },
    action: 'agent.stop_email_change',
    subject: { kind: 'agent', id: agent_id },
    before: { email: was_confirmed ? new_email : old_email },
    after: { email: old_email },
  })
  await postLink(tx, services, 'reset-password', { agentId: agent_id, email: old_email, name: first_name, language })
}
