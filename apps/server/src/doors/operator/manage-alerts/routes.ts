import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { activateDestination } from './activate-destination.ts'
import { addDestination } from './add-destination.ts'
import { changeDestination } from './change-destination.ts'
import { readDestinations, showDestination } from './destination.ts'
import { pauseAlerts, readPauses } from './pause-alerts.ts'
import { removeDestination } from './remove-destination.ts'
import type { AlertServices } from './services.ts'
import { testDestination } from './test-destination.ts'

export const alertRoutes = (services: AlertServices): OperatorRoute[] => [
  route(contract.listAlertDestinations, async () => ({
    list: (await readDestinations(services.db)).map(showDestination),
    pauses: await readPauses(services.db, services.clock.now()),
  })),
  route(contract.addAlertDestination, (asked) => addDestination(services, asked)),
  route(contract.activateAlertDestination, (asked) => activateDestination(services, asked)),
  route(contract.changeAlertDestination, (asked) => changeDestination(services, asked)),
  route(contract.removeAlertDestination, (asked) => removeDestination(services, asked)),
  route(contract.testAlertDestination, (asked) => testDestination(services, asked)),
  route(contract.pauseAlerts, (asked) => pauseAlerts(services, asked)),
]
