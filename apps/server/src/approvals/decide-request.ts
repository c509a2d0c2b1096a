import {
  type ApprovalKind,
  type ChangeKind,
  changeCalls,
  type decideApprovalRequest,
  deciderRoles,
  type OperatorRole,
  type withdrawApprovalRequest,
} from '@cashbox/contract/operator'
import { sql, type Tx } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../access/admit-operator.ts'
import { attempt, refusal } from '../platform/refusal.ts'
import { endWithAudit, lockPending, type RequestRow } from './approval-request.ts'
import { type ChangeContext, type ChangeHandler, type ChangeHandlers, requesterRoles } from './kinds.ts'

interface Executed {
  readonly afterCommit?: (() => void) | undefined
}

export type Execute = (tx: Tx, request: RequestRow, context: ChangeContext) => Promise<Executed>
export type Executors = Readonly<Record<ApprovalKind, Execute>>

interface Decision extends OperatorRequest<typeof decideApprovalRequest> {
  readonly operator: { readonly operatorId: string; readonly role: OperatorRole }
}

interface Decided extends Executed {
  readonly request: RequestRow
}

type Withdrawal = OperatorRequest<typeof withdrawApprovalRequest>

/** The payload of a request is the input of its call. */
export const executorsOf = (handlers: ChangeHandlers) =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]): [string, Execute] => [
      kind,
      (tx, { payload }, context) =>
        (handler as ChangeHandler<unknown>)(tx, changeCalls[kind as ChangeKind].input.parse(payload), context),
    ]),
  ) as Readonly<Record<ChangeKind, Execute>>

/** The second operator decides. An approved request is executed in the same transaction, or ends as failed. */
export async function decideRequest(tx: Tx, executors: Executors, decision: Decision, at: Date): Promise<Decided> {
  const { input, actor, operator } = decision
  const waiting = await lockPending(tx, input.request_id, input.version, at)
  refuseUnlessSecond(waiting, decision)
  const end = { actor, at, note: input.note, decidedBy: operator.operatorId }
  if (input.decision === 'reject') {
    return { request: await endWithAudit(tx, waiting, { ...end, state: 'rejected', action: 'approval.reject' }) }
  }
  const outcome = await attempt(tx, async () => {
    await refuseWithoutRequester(tx, waiting)
    const name = `${waiting.requester}, approved by ${actor.name}`
    return executors[waiting.kind](tx, waiting, { actor: { ...actor, name }, at, request: waiting })
  })
  if ('refused' in outcome) {
    // The request stays pending: another operator may still be below their cap today.
    if (outcome.refused.reason.code === 'daily_cap_reached') throw outcome.refused
    const failed = { state: 'failed', failure: outcome.refused.reason.code } as const
    return { request: await endWithAudit(tx, waiting, { ...end, ...failed, action: 'approval.approve' }) }
  }
  const completed = { ...end, state: 'completed', action: 'approval.approve' } as const
  return { request: await endWithAudit(tx, waiting, completed), ...outcome.value }
}

export async function withdrawRequest(tx: Tx, { input, actor }: Withdrawal, at: Date): Promise<RequestRow> {
  const waiting = await lockPending(tx, input.request_id, input.version, at)
  if (waiting.requested_by !== actor.operatorId) throw refusal('not_the_requester')
  return endWithAudit(tx, waiting, { state: 'withdrawn', action: 'approval.withdraw', actor, at })
}

function refuseUnlessSecond({ requested_by, subject_id, kind }: RequestRow, { operator }: Decision) {
  if (requested_by === operator.operatorId) throw refusal('own_request_not_allowed')
  if (subject_id === operator.operatorId) throw refusal('own_account_not_allowed')
  if (!deciderRoles(kind).includes(operator.role)) throw refusal('role_not_allowed')
}

/** The requester may have been disabled or lost the role since. */
async function refuseWithoutRequester(tx: Tx, { requested_by, kind }: RequestRow) {
  const allowed = await tx.execute(sql`
    select 1 from operator where id = ${requested_by} and disabled_at is null
      and role = any (${requesterRoles(kind)}::text[])`)
  if (allowed === 0) throw refusal('requester_not_allowed')
}
