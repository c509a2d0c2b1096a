import * as contract from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { alertsOf } from './list-alerts.ts'
import { readToday } from './read-today.ts'
import { reportMonths } from './report-months.ts'
import type { WatchServices } from './services.ts'

export const watchRoutes = (services: WatchServices): OperatorRoute[] => [
  route(contract.readToday, async () => ({ today: await readToday(services) })),
  route(contract.listAlerts, async () => ({
    list: alertsOf(await readToday(services), toSeconds(services.clock.now())),
  })),
  route(contract.reportMonths, ({ input }) => reportMonths(services, input)),
]
