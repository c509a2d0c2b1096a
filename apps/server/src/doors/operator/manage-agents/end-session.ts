import type { ParsedInputOf } from '@cashbox/contract'
import type { endAgentSession } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { nullable, timestamptz } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { AgentServices } from './services.ts'

/** Logs the agent out with the next call of that session; an open app is asked to make one. */
export async function endSession(
  { db, clock, onChanged }: AgentServices,
  { agent_id, session_id }: ParsedInputOf<typeof endAgentSession>,
  actor: Actor,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const known = await tx.query(
      sql`select ended_at from session where id = ${session_id} and agent_id = ${agent_id} for update`,
      { ended_at: nullable(timestamptz) },
    )
    if (known[0] === undefined) throw refusal('not_found')
    if (known[0].ended_at !== null) return
    await tx.execute(sql`update session set ended_at = ${at} where id = ${session_id}`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'agent.end-session',
      subject: { kind: 'agent', id: agent_id },
      after: { session_id },
    })
  })
  onChanged(agent_id)
}
