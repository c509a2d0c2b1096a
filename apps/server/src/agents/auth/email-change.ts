import type {
  requestEmailChange as call,
  confirmEmailChange as confirmEmailChangeCall,
  ParsedInputOf,
  stopEmailChange as stopEmailChangeCall,
} from '@cashbox/contract'
import { col, query, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../access/audit.ts'
import { type AgentSession, endSessionsOf, personOf } from '../../access/sessions.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { formatMailTime } from '../../platform/mail/render-mail.ts'
import { refusal, refuseBroken } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { translate } from '../../platform/texts.ts'
import { findByAddress, noteVerified, readPerson } from '../person.ts'
import { checkOwnPassword } from './log-in.ts'
import { mailLink } from './mail-link.ts'

type Owner = Awaited<ReturnType<typeof lockPerson>>

interface RequestedChange {
  readonly stop: string
  readonly confirm: string
  readonly newEmail: string
  readonly at: Date
}

const CONFIRM_HOURS = 24

const TAKEN = { person_email_is_one: 'link_invalid' } as const

/** Long enough for an owner who reads the old mailbox once a week. */
const STOP_HOURS = 8 * 24

/** Sends an e-mail to both addresses. The answer is the same whether or not the new one belongs to another person. */
export async function requestEmailChange(
  services: Services,
  input: ParsedInputOf<typeof call>,
  agent: AgentSession,
): Promise<void> {
  const { db, limits, clock } = services
  const { sessionId, isDemo } = agent
  const personId = personOf(agent)
  if (isDemo) throw refusal('demo_account')
  await checkOwnPassword(services, personId, input.current_password)
  await limits.spend('mail-account', `email-change ${personId}`)
  await db.transaction(async (tx) => {
    const owner = await lockPerson(tx, personId)
    if (owner.email === input.email) throw refusal('email_unchanged')
    const at = clock.now()
    const [confirm, stop] = [newToken(), newToken()]
    await tx.execute(sql`
      update email_change set stopped_at = ${at}
      where person_id = ${personId} and confirmed_at is null and stopped_at is null`)
    await tx.execute(sql`
      insert into email_change (id, person_id, old_email, new_email, session_id, requested_at, confirm_hash, confirm_by,
        stop_hash, stop_by)
      values (${uuidv7()}, ${personId}, ${owner.email}, ${input.email}, ${sessionId}, ${at}, ${hashToken(confirm)},
        ${new Date(at.getTime() + CONFIRM_HOURS * HOUR_MS)}, ${hashToken(stop)},
        ${new Date(at.getTime() + STOP_HOURS * HOUR_MS)})`)
    const change = { stop, confirm, newEmail: input.email, at }
    await mailOldAddress(services, tx, owner, change)
    await mailNewAddress(services, tx, owner, change)
  })
}

async function lockPerson(tx: Tx, personId: string) {
  await tx.execute(sql`select 1 from person where id = ${personId} for update`)
  return readPerson(tx, personId)
}

function mailOldAddress(services: Services, tx: Tx, owner: Owner, { stop, at, newEmail }: RequestedChange) {
  const { email, first_name, language, timezone } = owner
  return enqueueMail(tx, services, {
    to: email,
    language,
    template: 'email_change_notice',
    name: first_name,
    link: `${services.config.publicUrl}/email-change?stop=${stop}`,
    linkHours: STOP_HOURS,
    details: [
      { label: translate(language, 'mail.email_change_notice.new_address'), values: [masked(newEmail)] },
      { label: translate(language, 'mail.time'), values: [formatMailTime(at, timezone, language)] },
    ],
  })
}

/** If the address belongs to another person, they get an e-mail without a link that changes anything. */
async function mailNewAddress(services: Services, tx: Tx, { language }: Owner, { confirm, newEmail }: RequestedChange) {
  const content = (await findByAddress(tx, newEmail))
    ? { template: 'already_registered' as const, link: `${services.config.publicUrl}/auth/login` }
    : {
        template: 'email_change_confirm' as const,
        link: `${services.config.publicUrl}/email-change?confirm=${confirm}`,
        linkHours: CONFIRM_HOURS,
      }
  // Without a name: the address may belong to a stranger.
  await enqueueMail(tx, services, { to: newEmail, language, name: null, ...content })
}

/** "an…@example.com": enough to recognise an address, too little to write to it. */
const masked = (email: string) => email.replace(/^(.{1,2}).*@/, '$1…@')

/** The link was in the new mailbox. Ends all sessions except the one that requested the change. */
export async function confirmEmailChange(
  services: Services,
  { hash }: ParsedInputOf<typeof confirmEmailChangeCall>,
  caller: Caller,
): Promise<{ email: string }> {
  const { db, limits } = services
  await limits.spend('link-address', caller.ip)
  // Another person may have registered the address meanwhile.
  return db.transaction((tx) => applyChange(services, tx, hash, caller)).catch(refuseBroken(TAKEN))
}

async function applyChange({ clock }: Services, tx: Tx, hash: string, { ip }: Caller) {
  const at = clock.now()
  const [change] = await query(tx, {
    person_id: col.uuid,
    old_email: col.text,
    new_email: col.text,
    session_id: col.uuid,
  })`
    update email_change set confirmed_at = ${at}
    where confirm_hash = ${hashToken(hash)} and confirmed_at is null and stopped_at is null and confirm_by > ${at}
    returning person_id, old_email, new_email, session_id`
  if (!change) throw refusal('link_invalid')
  const { person_id, old_email, new_email } = change
  await tx.execute(sql`update person set email = ${new_email} where id = ${person_id}`)
  await noteVerified(tx, person_id, at)
  await disableLinks(tx, person_id, at)
  await endSessionsOf(tx, clock, person_id, change.session_id)
  const { agent_id, cash_id } = await readPerson(tx, person_id)
  await writeAudit(
    tx,
    { at, actor: { operatorId: null, name: `agent ${cash_id}`, ip } },
    { kind: 'agent', id: agent_id },
    'agent.change_email',
    { before: { email: old_email }, after: { email: new_email } },
  )
  return { email: new_email }
}

/** They were sent to the previous address. */
const disableLinks = (tx: Tx, personId: string, at: Date) =>
  tx.execute(sql`update mail_link set used_at = ${at} where person_id = ${personId} and used_at is null`)

/** For an owner who did not request the change: restores the address, ends every session, and requires a new password. */
export async function stopEmailChange(
  services: Services,
  { hash }: ParsedInputOf<typeof stopEmailChangeCall>,
  caller: Caller,
): Promise<void> {
  const { db, limits } = services
  await limits.spend('link-address', caller.ip)
  // Another person may have the old address by now: an operator has to decide.
  await db.transaction((tx) => undoChange(services, tx, hash, caller)).catch(refuseBroken(TAKEN))
}

async function undoChange(services: Services, tx: Tx, hash: string, { ip }: Caller): Promise<void> {
  const { clock } = services
  const at = clock.now()
  const [change] = await query(tx, {
    person_id: col.uuid,
    old_email: col.text,
    new_email: col.text,
    was_confirmed: col.bool,
  })`
    update email_change set stopped_at = ${at}
    where stop_hash = ${hashToken(hash)} and stopped_at is null and stop_by > ${at}
    returning person_id, old_email, new_email, confirmed_at is not null as was_confirmed`
  if (!change) throw refusal('link_invalid')
  const { person_id, old_email, new_email, was_confirmed } = change
  await tx.execute(sql`update person set email = ${old_email} where id = ${person_id}`)
  const { agent_id, cash_id, first_name, language } = await readPerson(tx, person_id)
  // Later requests came from the same person.
  await tx.execute(sql`
    update email_change set stopped_at = ${at} where person_id = ${person_id} and stopped_at is null`)
  await disableLinks(tx, person_id, at)
  await endSessionsOf(tx, clock, person_id)
  await writeAudit(
    tx,
    { at, actor: { operatorId: null, name: `agent ${cash_id}`, ip } },
    { kind: 'agent', id: agent_id },
    'agent.stop_email_change',
    { before: { email: was_confirmed ? new_email : old_email }, after: { email: old_email } },
  )
  await mailLink(tx, services, 'reset-password', { personId: person_id, email: old_email, name: first_name, language })
}
