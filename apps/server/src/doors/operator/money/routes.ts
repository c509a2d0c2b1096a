import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { createRequest } from './create-request.ts'
import { decideRequest, withdrawRequest } from './decide-request.ts'
import { listHeldTopups } from './list-held-topups.ts'
import { listRequests, readRequest } from './list-requests.ts'
import { readStatement } from './read-statement.ts'
import type { MoneyServices } from './services.ts'
import { readFourEyes, setFourEyes } from './set-four-eyes.ts'

export const moneyRoutes = (services: MoneyServices): OperatorRoute[] => [
  operatorRoute(contract.createMoneyRequest, ({ input, operator, actor }) =>
    createRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  operatorRoute(contract.decideMoneyRequest, ({ input, operator, actor }) =>
    decideRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  operatorRoute(contract.withdrawMoneyRequest, ({ input, operator, actor }) =>
    withdrawRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  operatorRoute(contract.readMoneyRequest, ({ input }) => readRequest(services.db, input.request_id)),
  operatorRoute(contract.listMoneyRequests, ({ input }) => listRequests(services.db, input)),
  operatorRoute(contract.readFourEyes, () => readFourEyes(services.db)),
  operatorRoute(contract.setFourEyes, ({ input, actor }) => setFourEyes(services, input, actor)),
  operatorRoute(contract.listHeldTopups, ({ input }) => listHeldTopups(services, input)),
  operatorRoute(contract.readStatement, ({ input }) => readStatement(services.db, input)),
]
