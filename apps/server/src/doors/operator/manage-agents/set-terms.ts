import type { ParsedInputOf } from '@cashbox/contract'
import type { setAgentTerms as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { sql } from '../../../platform/db/sql.ts'
import { applyTerms, auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import type { AgentServices } from './services.ts'

/** Sets other terms, in any status. */
export async function setTerms(
  { db, clock, onChanged }: AgentServices,
  { agent_id, version, reason, ...terms }: ParsedInputOf<typeof call>,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id, version)
    await applyTerms(tx, agent, terms)
    await tx.execute(sql`update agent set version = version + 1 where id = ${agent.id}`)
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'agent.set-terms',
      subject: { kind: 'agent', id: agent.id },
      reason,
      ...changesBetween(auditedOf(agent), auditedOf(await readLocked(tx, agent.id))),
    })
  })
  onChanged(agent_id)
}
