import type { ParsedInputOf } from '@cashbox/contract'
import type { ChangeRequest, approveAgentOnTerms as call } from '@cashbox/contract/operator'
import { type Act, approvedAs } from '../../../domain/approvals/change.ts'
import { doOrAsk } from '../../../domain/approvals/do-or-ask.ts'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { agentSubject, applyTerms, auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import { changeStatus } from './change-status.ts'
import type { AgentServices } from './services.ts'
import { weighTerms } from './weigh-terms.ts'

type Input = ParsedInputOf<typeof call>

/** Approves an agent on terms, or asks for it where the terms need a second operator. */
export const approveAgent = (services: AgentServices, input: Input, actor: Actor): Promise<ChangeRequest | null> =>
  doOrAsk(services, { kind: 'agent_approve', input, reason: input.note ?? null, actor }, actOfApproveAgent(services))

export const actOfApproveAgent =
  (services: AgentServices): Act<Input> =>
  async (tx, { agent_id, version, note, ...terms }, by) => {
    const agent = await lockAgent(tx, agent_id, version)
    const decision = { action: 'approve', note } as const
    await changeStatus(tx, services, agent, decision, by, () => applyTerms(tx, agent, terms))
    const now = await readLocked(tx, agent.id)
    const { needsApproval, audited } = await weighTerms(tx, agent, now, by)
    const { before, after } = changesBetween(auditedOf(agent), auditedOf(now))
    await writeAudit(tx, {
      at: by.at,
      actor: by.actor,
      action: 'agent.approve',
      subject: { kind: 'agent', id: agent.id },
      reason: note ?? null,
      before,
      after: { ...after, ...audited, ...approvedAs(by) },
    })
    return { subject: agentSubject(agent), before, after, needsApproval, tell: () => services.onChanged(agent_id) }
  }
