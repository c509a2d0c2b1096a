import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import type { Services } from '../platform/services.ts'
import { findAlerts } from './list-alerts.ts'
import { readToday } from './read-today.ts'
import { reportMonths } from './report-months.ts'

export const watchRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readToday, async () => ({ today: await readToday(services) })),
  route(contract.listAlerts, async () => ({ list: await findAlerts(services) })),
  route(contract.reportMonths, ({ db, input }) => reportMonths({ ...services, db }, input)),
]
