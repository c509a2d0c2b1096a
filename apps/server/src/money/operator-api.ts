import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { readApprovalLimits, setApprovalLimit, setLimit } from './approval-limits.ts'
import { createRequest } from './create-request.ts'
import type { MoneyServices } from './find-subject.ts'
import { listHeldTopups } from './list-held-topups.ts'
import { previewRequest } from './preview-request.ts'
import { readStatement } from './read-statement.ts'

export const moneyRoutes = (services: MoneyServices): OperatorRoute[] => [
  route(contract.createMoneyRequest, ({ input, operator, actor }) =>
    createRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  route(contract.previewMoneyRequest, ({ input, actor }) => previewRequest(services, input, actor)),
  route(contract.readApprovalLimits, () => readApprovalLimits(services.db)),
  route(contract.setApprovalLimit, ({ input, actor }) => setApprovalLimit(services, input, actor)),
  route(contract.listHeldTopups, ({ input }) => listHeldTopups(services, input)),
  route(contract.readStatement, ({ input }) => readStatement(services.db, input)),
]

export const moneyChanges = { approval_limit: setLimit }
