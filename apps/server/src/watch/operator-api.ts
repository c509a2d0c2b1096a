import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { findAlerts } from './list-alerts.ts'
import { readToday } from './read-today.ts'
import { reportMonths } from './report-months.ts'
import type { WatchServices } from './services.ts'

export const watchRoutes = (services: WatchServices): OperatorRoute[] => [
  route(contract.readToday, async () => ({ today: await readToday(services) })),
  route(contract.listAlerts, async () => ({ list: await findAlerts(services) })),
  route(contract.reportMonths, ({ input }) => reportMonths(services, input)),
]
