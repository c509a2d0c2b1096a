import type { ParsedInputOf } from '@cashbox/contract'
import type { ApprovalRequest, approveAgentOnTerms as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { applyOrRequest, applyOrRequestIn } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import type { Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { agentSubject, applyTerms, auditedOf, lockAgent, readLocked } from './agent-terms.ts'
import { changeStatus } from './change-status.ts'
import { degrees } from './degrees.ts'
import type { AgentServices } from './services.ts'
import { termsNeedApproval } from './terms-need-approval.ts'

type Input = ParsedInputOf<typeof call>

/** Approves an agent on terms, or asks for it where the terms need a second operator. */
export const approveAgent = (services: AgentServices, input: Input, actor: Actor): Promise<ApprovalRequest | null> =>
  applyOrRequest(
    services,
    { kind: 'agent_approve', input, reason: input.note ?? null, actor },
    actOfApproveAgent(services),
  )

/** Approves an agent where they signed up, on the terms that they have. */
export async function approveInPlace(
  tx: Tx,
  services: AgentServices,
  { agent_id, version, note }: Pick<Input, 'agent_id' | 'version' | 'note'>,
  { actor, at }: Pick<ChangeContext, 'actor' | 'at'>,
) {
  const { channel, geo_lat, geo_lon, geo_area } = await lockAgent(tx, agent_id, version)
  if (geo_lat === null || geo_lon === null) throw refusal('point_missing')
  const input = { agent_id, version, note, channel, geo_lat: degrees(geo_lat), geo_lon: degrees(geo_lon), geo_area }
  const change = { kind: 'agent_approve', input, reason: note ?? null, actor } as const
  return applyOrRequestIn(tx, change, actOfApproveAgent(services), at)
}

export const actOfApproveAgent =
  (services: AgentServices): Act<Input> =>
  async (tx, { agent_id, version, note, ...terms }, by) => {
    const agent = await lockAgent(tx, agent_id, version)
    const decision = { action: 'approve', note } as const
    await changeStatus(tx, services, agent, decision, by, () => applyTerms(tx, agent, terms))
    const now = await readLocked(tx, agent.id)
    const { needsApproval, audited } = await termsNeedApproval(tx, agent, now, by)
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
