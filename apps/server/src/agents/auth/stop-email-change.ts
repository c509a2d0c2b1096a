import { type stopEmailChange as call, languages, type ParsedInputOf } from '@cashbox/contract'
import { writeAudit } from '../../access/audit.ts'
import { bool, int8, oneOf, text, uuid } from '../../platform/database/columns.ts'
import { breaks, only, type Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/secrets/secrets.ts'
import { closeLinks } from './confirm-email-change.ts'
import { postLink } from './mail-link.ts'
import type { AuthServices } from './services.ts'

/**
 * The owner of the old address did not ask for the change, so another person knows the password: the old address counts
 * again, every session ends, and a link to choose a new password goes to the old address.
 */
export async function stopEmailChange(
  services: AuthServices,
  { hash }: ParsedInputOf<typeof call>,
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
