import { runDeliveries } from '../../platform/run-deliveries.ts'
import { deliver } from './deliver.ts'
import type { AlertDeliveryServices } from './services.ts'
import { takeDue } from './take-due.ts'

/** Any number of processes may deliver. */
export const startAlertDelivery = (services: AlertDeliveryServices) =>
  runDeliveries({
    log: services.log,
    what: 'alerts',
    take: (underWay) => takeDue(services, underWay),
    receiverOf: ({ destination_id }) => destination_id,
    deliver: (message) => deliver(services, message),
  })
