import * as contract from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { alertsOf } from './list-alerts.ts'
import { readToday } from './read-today.ts'
import { reportMonths } from './report-months.ts'
import type { WatchServices } from './services.ts'

export const watchRoutes = (services: WatchServices): OperatorRoute[] => [
  operatorRoute(contract.readToday, async () => ({ today: await readToday(services) })),
  operatorRoute(contract.listAlerts, async () => ({
    list: alertsOf(await readToday(services), toSeconds(services.clock.now())),
  })),
  operatorRoute(contract.reportMonths, ({ input }) => reportMonths(services, input)),
]
