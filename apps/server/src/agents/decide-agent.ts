import type { ParsedInputOf } from '@cashbox/contract'
import type { decideAgent as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import type { ChangeContext } from '../approvals/kinds.ts'
import type { Tx } from '../platform/database/database.ts'
import { auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import { changeStatus } from './change-status.ts'
import type { AgentServices } from './services.ts'

type Input = ParsedInputOf<typeof call>

/** A new status, with the letter, the history and the audit of it in one transaction. Counts from the agent's next call. */
export async function decideAgent(services: AgentServices, input: Input, actor: Actor): Promise<void> {
  const by = { actor, at: services.clock.now() }
  const { tell } = await services.db.transaction((tx) => decideAgentIn(tx, services, input, by))
  tell()
}

export async function decideAgentIn(
  tx: Tx,
  services: AgentServices,
  { agent_id, version, action, note }: Input,
  { actor, at }: Pick<ChangeContext, 'actor' | 'at'>,
): Promise<{ tell: () => void }> {
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
  return { tell: () => services.onChanged(agent_id) }
}
