import type { confirmEmailChange as call, ParsedInputOf } from '@cashbox/contract'
import { writeAudit } from '../../access/audit.ts'
import { int8, text, uuid } from '../../platform/database/columns.ts'
import { breaks, only, type Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/secrets/secrets.ts'
import type { AuthServices } from './services.ts'

/** The link came out of the new mailbox. All sessions end but the one that asked for the change. */
export async function confirmEmailChange(
  services: AuthServices,
  { hash }: ParsedInputOf<typeof call>,
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
export const closeLinks = (tx: Tx, agentId: string, at: Date) =>
  tx.execute(sql`update mail_link set used_at = ${at} where agent_id = ${agentId} and used_at is null`)
