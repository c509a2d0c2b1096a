import { type Actor, writeAudit } from '../access/audit.ts'
import { uuid } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { refuseUnknown } from './known-agent.ts'
import type { AgentServices } from './services.ts'

export async function endSessions(
  { db, clock, onChanged }: AgentServices,
  agentId: string,
  actor: Actor,
): Promise<number> {
  await refuseUnknown(db, agentId)
  const at = clock.now()
  const ended = await db.transaction(async (tx) => {
    const open = await tx.query(
      sql`
        update session set ended_at = ${at} where agent_id = ${agentId} and ended_at is null and expires_at > ${at}
        returning id`,
      { id: uuid },
    )
    await writeAudit(tx, {
      at,
      actor,
      action: 'agent.end-sessions',
      subject: { kind: 'agent', id: agentId },
      after: { sessions: open.length },
    })
    return open.length
  })
  onChanged(agentId)
  return ended
}
