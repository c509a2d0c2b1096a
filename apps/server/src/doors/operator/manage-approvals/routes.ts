import * as contract from '@cashbox/contract/operator'
import { findChangeRequest, showChangeRequest } from '../../../domain/approvals/change-request.ts'
import { refusal } from '../../../platform/refusal.ts'
import { type OperatorRoute, route } from '../admit-operator.ts'
import type { RowAct } from '../bulk-acts.ts'
import { countWaiting } from './count-waiting.ts'
import { decideChange, decideChangeIn } from './decide-change.ts'
import { listChanges } from './list-changes.ts'
import type { ApprovalServices } from './services.ts'
import { withdrawChange } from './withdraw-change.ts'

export const approvalRoutes = (services: ApprovalServices): OperatorRoute[] => [
  route(contract.listChangeRequests, (asked) => listChanges(services, asked)),
  route(contract.readChangeRequest, async ({ input }) => {
    const request = await findChangeRequest(services.db, input.request_id)
    if (!request) throw refusal('not_found')
    return { request: showChangeRequest(request) }
  }),
  route(contract.decideChangeRequest, (asked) => decideChange(services, asked)),
  route(contract.withdrawChangeRequest, (asked) => withdrawChange(services, asked)),
  route(contract.countWaiting, ({ operator }) => countWaiting(services.db, operator)),
]

/** Keys, operators and limits are approved one at a time: the second operator reads each request. */
const oneByOne: ReadonlySet<contract.ChangeKind> = new Set([
  'operator_create',
  'operator_change',
  'approval_limit',
  'partner_key',
  'partner_key_networks',
])

export function approvalBulkActs(services: Pick<ApprovalServices, 'acts'>) {
  const decide =
    (decision: 'approve' | 'reject'): RowAct =>
    async (tx, { id, version }, { actor, role, note = '', at }) => {
      const seen = { request_id: id, version }
      const input = decision === 'reject' ? { ...seen, decision, note } : { ...seen, decision, note: note || undefined }
      const operator = { operatorId: actor.operatorId, role }
      const kind = (await findChangeRequest(tx, id))?.kind
      if (kind !== undefined && decision === 'approve' && oneByOne.has(kind)) throw refusal('bulk_not_allowed')
      const { request, tell } = await decideChangeIn(tx, services, { input, actor, operator }, at)
      return request.failure === null ? { outcome: 'done', tell } : { outcome: 'failed', code: request.failure }
    }
  return { 'change.approve': decide('approve'), 'change.reject': decide('reject') }
}
