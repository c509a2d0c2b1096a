import type { Log } from '../../platform/log.ts'
import { runDeliveries } from '../../platform/run-deliveries.ts'
import { createDelayCount } from './count-delays.ts'
import { type DeliveryServices, deliver } from './deliver.ts'
import { takeDue } from './take-due.ts'

/** Any number of processes may deliver. */
export function startDelivery(services: DeliveryServices, log: Log) {
  const delays = createDelayCount(services.db, (error) => log.warn({ err: error }, 'could not count webhook delays'))
  const delivery = runDeliveries({
    log,
    what: 'webhooks',
    take: (underWay) => takeDue(services, underWay),
    receiverOf: ({ player_service_id }) => player_service_id,
    deliver: async (event) => {
      const arrival = await deliver(services, event)
      const facts = {
        eventId: event.id,
        topic: event.topic,
        partnerId: event.player_service_id,
        attempts: event.attempts,
      }
      if (!arrival) return log.warn(facts, 'webhook not delivered')
      log.info({ ...facts, delayMs: arrival.delayMs }, 'webhook delivered')
      // An event that is sent again after days was not slow.
      if (!event.is_resend) delays.note(arrival)
    },
  })
  return {
    async stop() {
      await delivery.stop()
      await delays.close()
    },
  }
}
