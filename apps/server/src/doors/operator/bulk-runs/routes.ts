import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { readRun } from './bulk-run.ts'
import { listRows } from './list-rows.ts'
import type { StartServices } from './services.ts'
import { countRows, startRun } from './start-run.ts'

export const bulkRoutes = (services: StartServices): OperatorRoute[] => [
  route(contract.startBulkRun, (context) => startRun(services, context)),
  route(contract.countBulkRows, (context) => countRows(services, context)),
  route(contract.readBulkRun, ({ input, operator }) => readRun(services.db, operator.operatorId, input.run_id)),
  route(contract.listBulkRows, ({ input, operator, caller }) =>
    listRows(services.db, input, { operatorId: operator.operatorId, language: caller.language }),
  ),
]
