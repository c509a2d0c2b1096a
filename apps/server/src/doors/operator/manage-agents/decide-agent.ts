import type { ParsedInputOf } from '@cashbox/contract'
import type { decideAgent as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import { changeStatus } from './change-status.ts'
import type { AgentServices } from './services.ts'

/** A new status, with the letter, the history and the audit of it in one transaction. Counts from the agent's next call. */
export async function decideAgent(
  services: AgentServices,
  { agent_id, version, action, note }: ParsedInputOf<typeof call>,
  actor: Actor,
): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id, version)
    await changeStatus(tx, services, agent, { action, note }, { actor, at })
    await writeAudit(tx, {
      at,
      actor,
      action: `agent.${action}`,
      subject: { kind: 'agent', id: agent.id },
      reason: note ?? null,
      ...changesBetween(auditedOf(agent), auditedOf(await readLocked(tx, agent.id))),
    })
  })
  services.onChanged(agent_id)
}
