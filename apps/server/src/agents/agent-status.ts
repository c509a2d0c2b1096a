import type { AgentStatus } from '@cashbox/contract'
import type { AgentAction, KnownAgent } from '@cashbox/contract/operator'
import { sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type Actor, changesBetween } from '../access/audit.ts'
import { applyOrRequestIn } from '../approvals/apply-or-request.ts'
import { auditChange, type ChangeContext, type ChangeHandler, type InputOfChange } from '../approvals/kinds.ts'
import { writeNotice } from '../notices/notice.ts'
import { enqueueMail, type Mail } from '../platform/mail/mail.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import {
  agentSubject,
  applyTerms,
  applyUsualLimits,
  auditedOf,
  auditTerms,
  type LockedAgent,
  lockAgent,
  readLocked,
} from './agent-terms.ts'
import { degrees } from './open-agent.ts'

type Action = AgentAction | 'approve'

interface Transition {
  readonly from: readonly AgentStatus[]
  readonly to: AgentStatus
  readonly needsNote: boolean
  readonly template: Mail['template']
}

interface Decision {
  readonly action: Action
  readonly note?: string | undefined
  /** Only operators see it. */
  readonly reason?: string | undefined
}

type DecideAgentInput = InputOfChange<'agent_restore'>
type ApproveAgentInput = InputOfChange<'agent_approve'>

const transitions: Record<Action, Transition> = {
  approve: { from: ['pending', 'rejected'], to: 'approved', needsNote: false, template: 'agent_approved' },
  reject: { from: ['pending'], to: 'rejected', needsNote: true, template: 'agent_rejected' },
  request_info: { from: ['pending', 'rejected'], to: 'pending', needsNote: true, template: 'agent_info_requested' },
  suspend: { from: ['approved'], to: 'suspended', needsNote: true, template: 'agent_suspended' },
  block: { from: ['approved', 'suspended'], to: 'blocked', needsNote: true, template: 'agent_blocked' },
  restore: { from: ['suspended', 'blocked'], to: 'approved', needsNote: false, template: 'agent_restored' },
}

export const possibleActions = (status: AgentStatus): KnownAgent['possible_actions'] =>
  (Object.entries(transitions) as [Action, Transition][]).flatMap(([action, { from, needsNote }]) =>
    from.includes(status) ? [{ action, needs_note: needsNote }] : [],
  )

/** Applies from the next call of the agent on. */
export const decideAgentHandler =
  (services: Services): ChangeHandler<DecideAgentInput> =>
  async (tx, { agent_id, version, action, note, reason }, context) => {
    const agent = await lockAgent(tx, agent_id, version)
    const isOtherRole = action === 'restore' && (await isStoppedByOtherRole(tx, agent.id, context.actor))
    await changeStatus(tx, services, agent, { action, note, reason }, context)
    return auditChange(tx, context, {
      action: `agent.${action}`,
      subject: agentSubject(agent),
      reason: reason ?? note ?? null,
      ...changesBetween(auditedOf(agent), auditedOf(await readLocked(tx, agent.id))),
      audited: isOtherRole ? { is_other_role: true } : {},
      needsApproval: isOtherRole ? ['status'] : [],
      afterCommit: () => services.live.publish(agent_id, 'status', 'balance', 'notices'),
    })
  }

/** Each stop since the last approval counts. A stop whose role is not known belongs to no role. */
async function isStoppedByOtherRole(tx: Tx, agentId: string, { operatorId }: Actor): Promise<boolean> {
  const stops = await tx.execute(sql`
    select 1 from agent_status_change as stop
    where stop.agent_id = ${agentId} and stop.status in ('suspended', 'blocked')
      and stop.number > all (select number from agent_status_change where agent_id = ${agentId} and status = 'approved')
      and (stop.role = (select role from operator where id = ${operatorId})) is not true`)
  return stops > 0
}

/** Approves an agent at the point of their sign-up, on their present terms. */
export async function approveInPlace(
  tx: Tx,
  services: Services,
  { agent_id, version, note }: Pick<ApproveAgentInput, 'agent_id' | 'version' | 'note'>,
  { actor, at }: Pick<ChangeContext, 'actor' | 'at'>,
) {
  const { channel, geo_lat, geo_lon, geo_area } = await lockAgent(tx, agent_id, version)
  if (geo_lat === null || geo_lon === null) throw refusal('point_missing')
  const input = { agent_id, version, note, channel, geo_lat: degrees(geo_lat), geo_lon: degrees(geo_lon), geo_area }
  const change = { kind: 'agent_approve', input, actor } as const
  return applyOrRequestIn(tx, change, approveAgentHandler(services), at)
}

export const approveAgentHandler =
  (services: Services): ChangeHandler<ApproveAgentInput> =>
  async (tx, { agent_id, version, note, ...terms }, context) => {
    const agent = await lockAgent(tx, agent_id, version)
    const decision = { action: 'approve', note } as const
    await changeStatus(tx, services, agent, decision, context, async () => {
      await applyTerms(tx, agent, terms)
      await applyUsualLimits(tx, agent.id)
    })
    return auditTerms(tx, services.live, agent, { action: 'agent.approve', reason: note ?? null }, context)
  }

/** Writes status, history, notice and e-mail of a locked agent. `first` runs after the transition was found allowed. */
async function changeStatus(
  tx: Tx,
  services: Services,
  agent: LockedAgent,
  { action, note, reason }: Decision,
  { actor, at }: Pick<ChangeContext, 'actor' | 'at'>,
  first?: () => Promise<void>,
): Promise<void> {
  const { from, to, needsNote, template } = transitions[action]
  if (needsNote && note === undefined) throw invalidFields({ note: [{ code: 'required' }] })
  if (!from.includes(agent.status)) throw refusal('transition_not_allowed')
  await first?.()
  await tx.execute(sql`
    update agent set status = ${to}, note = ${note ?? null},
      info_requested_at = coalesce(${action === 'request_info' ? at : null}, info_requested_at), version = version + 1
    where id = ${agent.id}`)
  await tx.execute(sql`
    insert into agent_status_change (id, agent_id, status, note, reason, changed_by, role, changed_at)
    values (${uuidv7()}, ${agent.id}, ${to}, ${note ?? null}, ${reason ?? null}, ${actor.name},
      (select role from operator where id = ${actor.operatorId}), ${at})`)
  await writeNotice(tx, agent.id, { kind: 'status', data: { status: to, note: note ?? null } }, at)
  await enqueueMail(tx, services, {
    to: agent.email,
    language: agent.language,
    template,
    name: agent.is_email_verified ? agent.first_name : null,
    link: `${services.config.publicUrl}/auth/login`,
    ...(note === undefined ? {} : { note }),
  })
}
