import type { ParsedInputOf } from '@cashbox/contract'
import type { ApprovalRequest, setAgentTerms as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs } from '../approvals/kinds.ts'
import { sql } from '../platform/database/sql.ts'
import { agentSubject, applyTerms, auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import type { AgentServices } from './services.ts'
import { termsNeedApproval } from './terms-need-approval.ts'

type Input = ParsedInputOf<typeof call>

/** Sets other terms, in any status. */
export const setTerms = (services: AgentServices, input: Input, actor: Actor): Promise<ApprovalRequest | null> =>
  applyOrRequest(services, { kind: 'agent_terms', input, reason: input.reason, actor }, actOfSetTerms(services))

export const actOfSetTerms =
  ({ onChanged }: AgentServices): Act<Input> =>
  async (tx, { agent_id, version, reason, ...terms }, by) => {
    const agent = await lockAgent(tx, agent_id, version)
    await applyTerms(tx, agent, terms)
    await tx.execute(sql`update agent set version = version + 1 where id = ${agent.id}`)
    const now = await readLocked(tx, agent.id)
    const { needsApproval, audited } = await termsNeedApproval(tx, agent, now, by)
    const { before, after } = changesBetween(auditedOf(agent), auditedOf(now))
    await writeAudit(tx, {
      at: by.at,
      actor: by.actor,
      action: 'agent.set-terms',
      subject: { kind: 'agent', id: agent.id },
      reason,
      before,
      after: { ...after, ...audited, ...approvedAs(by) },
    })
    return { subject: agentSubject(agent), before, after, needsApproval, tell: () => onChanged(agent_id) }
  }
