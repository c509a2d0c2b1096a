import type { ParsedInputOf } from '@cashbox/contract'
import { type decideChangeRequest as call, changeCalls } from '@cashbox/contract/operator'
import { type Act, type Changed, deciderRoles, requesterRoles } from '../../../domain/approvals/change.ts'
import { type ChangeRequestRow, showChangeRequest } from '../../../domain/approvals/change-request.ts'
import { endChange, lockWaiting } from '../../../domain/approvals/end-change.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { attempt, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { ApprovalServices, Asked } from './services.ts'

interface Decision extends Pick<Asked<ParsedInputOf<typeof call>>, 'input' | 'actor'> {
  readonly operator: Pick<SignedInOperator, 'operatorId' | 'role'>
}

interface Decided {
  readonly request: ChangeRequestRow
  readonly tell?: Changed['tell']
}

/** The second pair of eyes. An approved change is made in the same transaction, or the request ends as failed. */
export async function decideChange(services: ApprovalServices, decision: Decision) {
  const at = services.clock.now()
  const { request, tell } = await services.db.transaction((tx) => decideChangeIn(tx, services, decision, at))
  tell?.()
  return { request: showChangeRequest(request) }
}

export async function decideChangeIn(
  tx: Tx,
  services: Pick<ApprovalServices, 'acts'>,
  decision: Decision,
  at: Date,
): Promise<Decided> {
  const { input, actor } = decision
  const waiting = await lockWaiting(tx, input.request_id, input.version, at)
  refuseUnlessSecond(waiting, decision)
  const end = { actor, at, note: input.note }
  if (input.decision === 'reject') {
    return { request: await endChange(tx, waiting, { ...end, state: 'rejected', action: 'change.reject' }) }
  }
  const outcome = await attempt(tx, () => carryOut(tx, services, waiting, decision, at))
  if ('refused' in outcome) {
    // Another operator may still have room today.
    if (outcome.refused.reason.code === 'daily_cap_reached') throw outcome.refused
    const failed = { state: 'failed', failure: outcome.refused.reason.code } as const
    return { request: await endChange(tx, waiting, { ...end, ...failed, action: 'change.approve' }) }
  }
  const request = await endChange(tx, waiting, { ...end, state: 'completed', action: 'change.approve' })
  return { request, tell: outcome.value.tell }
}

/** Neither the operator who asked nor the one whom it is about, and only a role that may make the change. */
function refuseUnlessSecond(waiting: ChangeRequestRow, { operator }: Decision) {
  if (waiting.requested_by === operator.operatorId) throw refusal('own_request_not_allowed')
  if (waiting.subject_id === operator.operatorId) throw refusal('own_account_not_allowed')
  if (!deciderRoles(waiting.kind).includes(operator.role)) throw refusal('role_not_allowed')
}

async function carryOut(
  tx: Tx,
  { acts }: Pick<ApprovalServices, 'acts'>,
  request: ChangeRequestRow,
  { actor }: Decision,
  at: Date,
): Promise<Changed> {
  await refuseWithoutRequester(tx, request)
  const input: unknown = changeCalls[request.kind].input.parse(request.payload)
  const name = `${request.requester}, approved by ${actor.name}`
  return (acts[request.kind] as Act<unknown>)(tx, input, { actor: { ...actor, name }, at, request })
}

/** What an operator asked for is not done once they may not do it any more. */
async function refuseWithoutRequester(tx: Tx, { requested_by, kind }: ChangeRequestRow) {
  const allowed = await tx.execute(sql`
    select 1 from operator where id = ${requested_by} and disabled_at is null
      and role = any (${`{${requesterRoles(kind).join(',')}}`}::text[])`)
  if (allowed === 0) throw refusal('requester_not_allowed')
}
