import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import type { RowAct } from '../bulk-acts.ts'
import { createRequest } from './create-request.ts'
import { decideRequest, decideRequestIn } from './decide-request.ts'
import { tellAgent } from './end-request.ts'
import { listHeldTopups } from './list-held-topups.ts'
import { listRequests } from './list-requests.ts'
import { previewRequest } from './preview-request.ts'
import { readApprovalLimits } from './read-approval-limits.ts'
import { readRequest } from './read-request.ts'
import { readStatement } from './read-statement.ts'
import type { MoneyServices } from './services.ts'
import { setApprovalLimit, setLimit } from './set-approval-limit.ts'
import { withdrawRequest } from './withdraw-request.ts'

export const moneyRoutes = (services: MoneyServices): OperatorRoute[] => [
  route(contract.createMoneyRequest, ({ input, operator, actor }) =>
    createRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  route(contract.previewMoneyRequest, ({ input, actor }) => previewRequest(services, input, actor)),
  route(contract.decideMoneyRequest, ({ input, operator, actor }) =>
    decideRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  route(contract.withdrawMoneyRequest, ({ input, operator, actor }) =>
    withdrawRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  route(contract.readMoneyRequest, ({ input }) => readRequest(services.db, input.request_id)),
  route(contract.listMoneyRequests, ({ input }) => listRequests(services.db, input)),
  route(contract.readApprovalLimits, () => readApprovalLimits(services.db)),
  route(contract.setApprovalLimit, ({ input, actor }) => setApprovalLimit(services, input, actor)),
  route(contract.listHeldTopups, ({ input }) => listHeldTopups(services, input)),
  route(contract.readStatement, ({ input }) => readStatement(services.db, input)),
]

export const moneyChanges = { approval_limit: setLimit }

/** Rejecting moves nothing. An approval is one call for each request. */
export const moneyBulkActs = (services: MoneyServices) => ({
  'money.reject': (async (tx, { id, version }, { actor, note = '', at }) => {
    const input = { request_id: id, version, decision: 'reject', note } as const
    const ended = await decideRequestIn(tx, input, { operatorId: actor.operatorId, actor }, at)
    return { outcome: 'done', tell: () => tellAgent(services, ended) }
  }) satisfies RowAct,
})
