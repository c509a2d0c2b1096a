import type { AgentStatus } from '@cashbox/contract'
import type { AgentAction, KnownAgent } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import { post } from '../../../platform/mail/mail.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { applyTerms, auditedOf, type LockedAgent, lockAgent, readLocked, type Terms } from './agent-terms.ts'
import type { AgentServices } from './services.ts'

type Action = AgentAction | 'approve'

interface Transition {
  readonly from: readonly AgentStatus[]
  readonly to: AgentStatus
  readonly needsNote: boolean
  readonly letter: Letter['template']
}

/** Every way from one status to another. */
const transitions: Record<Action, Transition> = {
  approve: { from: ['pending', 'rejected'], to: 'approved', needsNote: false, letter: 'agent_approved' },
  reject: { from: ['pending'], to: 'rejected', needsNote: true, letter: 'agent_rejected' },
  request_info: { from: ['pending', 'rejected'], to: 'pending', needsNote: true, letter: 'agent_info_requested' },
  suspend: { from: ['approved'], to: 'suspended', needsNote: true, letter: 'agent_suspended' },
  block: { from: ['approved', 'suspended'], to: 'blocked', needsNote: true, letter: 'agent_blocked' },
  restore: { from: ['suspended', 'blocked'], to: 'approved', needsNote: false, letter: 'agent_restored' },
}

/** What can be decided about an agent of that status. */
export const possibleActions = (status: AgentStatus): KnownAgent['possible_actions'] =>
  (Object.entries(transitions) as [Action, Transition][]).flatMap(([action, { from, needsNote }]) =>
    from.includes(status) ? [{ action, needs_note: needsNote }] : [],
  )

interface Decision {
  readonly agent_id: string
  readonly version: number
  readonly action: Action
  readonly note?: string | undefined
  readonly terms?: Terms
}

/** A new status, with the letter, the history and the audit of it in one transaction. Counts from the agent's next call. */
export async function decideAgent(services: AgentServices, decision: Decision, actor: Actor): Promise<void> {
  const { agent_id, version, action, note, terms } = decision
  const { from, needsNote } = transitions[action]
  if (needsNote && note === undefined) throw invalidFields({ note: [{ code: 'required' }] })
  const at = services.clock.now()
  await services.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id, version)
    if (!from.includes(agent.status)) throw refusal('transition_not_allowed')
    if (terms) await applyTerms(tx, agent, terms)
    await changeStatus(tx, agent, decision, actor, at)
    await mailDecision(tx, services, agent, decision)
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

async function changeStatus(tx: Tx, agent: LockedAgent, { action, note }: Decision, actor: Actor, at: Date) {
  const { to } = transitions[action]
  await tx.execute(sql`
    update agent set status = ${to}, note = ${note ?? null}, info_requested_at = ${action === 'request_info' ? at : null},
      version = version + 1
    where id = ${agent.id}`)
  await tx.execute(sql`
    insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at)
    values (${uuidv7()}, ${agent.id}, ${to}, ${note ?? null}, ${actor.name}, ${at})`)
}

const mailDecision = (
  tx: Tx,
  { clock, keyring, publicUrl }: AgentServices,
  agent: LockedAgent,
  { action, note }: Decision,
) =>
  post(
    tx,
    { clock, keyring },
    {
      to: agent.email,
      language: agent.language,
      template: transitions[action].letter,
      name: agent.first_name,
      link: `${publicUrl}/auth/login`,
      linkHours: null,
      details: [],
      ...(note === undefined ? {} : { note }),
    },
  )
