import * as contract from '@cashbox/contract/operator'
import { findChangeRequest, showChangeRequest } from '../../../domain/approvals/change-request.ts'
import { refusal } from '../../../platform/refusal.ts'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { countWaiting } from './count-waiting.ts'
import { decideChange } from './decide-change.ts'
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
