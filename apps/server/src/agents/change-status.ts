import type { AgentStatus } from '@cashbox/contract'
import type { AgentAction, KnownAgent } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { ChangeContext } from '../approvals/kinds.ts'
import { writeNotice } from '../notices/notice.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Letter } from '../platform/mail/mail.ts'
import { post } from '../platform/mail/mail.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import type { LockedAgent } from './agent-terms.ts'
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
  readonly action: Action
  readonly note?: string | undefined
}

/** A new status of an agent who is held, with its history and the letter. `first` is done once the status allows it. */
export async function changeStatus(
  tx: Tx,
  services: AgentServices,
  agent: LockedAgent,
  { action, note }: Decision,
  { actor, at }: Pick<ChangeContext, 'actor' | 'at'>,
  first?: () => Promise<void>,
): Promise<void> {
  const { from, to, needsNote, letter } = transitions[action]
  if (needsNote && note === undefined) throw invalidFields({ note: [{ code: 'required' }] })
  if (!from.includes(agent.status)) throw refusal('transition_not_allowed')
  await first?.()
  await tx.execute(sql`
    update agent set status = ${to}, note = ${note ?? null}, info_requested_at = ${action === 'request_info' ? at : null},
      version = version + 1
    where id = ${agent.id}`)
  await tx.execute(sql`
    insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at)
    values (${uuidv7()}, ${agent.id}, ${to}, ${note ?? null}, ${actor.name}, ${at})`)
  await writeNotice(tx, agent.id, { kind: 'status', data: { status: to, note: note ?? null } }, at)
  await post(tx, services, {
    to: agent.email,
    language: agent.language,
    template: letter,
    name: agent.is_email_verified ? agent.first_name : null,
    link: `${services.publicUrl}/auth/login`,
    linkHours: null,
    details: [],
    ...(note === undefined ? {} : { note }),
  })
}
