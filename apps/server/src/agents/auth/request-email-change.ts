import { type requestEmailChange as call, languages, type ParsedInputOf } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import type { SignedIn } from '../../access/sessions.ts'
import { oneOf, text } from '../../platform/database/columns.ts'
import { only, type Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { post } from '../../platform/mail/mail.ts'
import { timeInLetter } from '../../platform/mail/time-in-letter.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../../platform/secrets/secrets.ts'
import { say } from '../../platform/texts.ts'
import { checkOwnPassword } from './check-own-password.ts'
import type { AuthServices } from './services.ts'

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
type Owner = Awaited<ReturnType<typeof readOwner>>

interface Notice {
  readonly stop: string
  readonly at: Date
  readonly newEmail: string
}

function writeToOld(services: AuthServices, tx: Tx, owner: Owner, { stop, at, newEmail }: Notice) {
  const { email, first_name, language, timezone } = owner
  return post(tx, services, {
    to: email,
    language,
    template: 'email_change_notice',
    name: first_name,
    link: `${services.publicUrl}/email-change?stop=${stop}`,
    linkHours: STOP_HOURS,
    details: [
      { label: say(language, 'mail.email_change_notice.new_address'), values: [masked(newEmail)] },
      { label: say(language, 'mail.time'), values: [timeInLetter(at, timezone, language)] },
    ],
  })
}

interface Wish {
  readonly confirm: string
  readonly newEmail: string
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
  await post(tx, services, { to: newEmail, language, name: null, details: [], ...letter })
}

/** "an…@example.com": enough to recognise an address, too little to write to it. */
const masked = (email: string) => email.replace(/^(.{1,2}).*@/, '$1…@')
