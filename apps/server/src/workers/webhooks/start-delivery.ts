import type { Log } from '../../platform/log.ts'
import { pause, runUntilStopped } from '../../platform/pause.ts'
import { type DeliveryServices, type DueEvent, deliver, takeDue } from './deliver.ts'

const POLL_MS = 500
/** While tries are under way, one may end and make room for the next event of its transaction. */
const BUSY_POLL_MS = 100
/** Sockets of one worker, all partners together; each partner has its own share of them. */
const AT_ONCE = 500

/** Any number of processes may deliver. */
export const startDelivery = (services: DeliveryServices, log: Log) =>
  runUntilStopped((stop) => deliverDue(services, log, stop))

async function deliverDue(services: DeliveryServices, log: Log, stop: AbortSignal) {
  const underWay = new Map<string, number>()
  const tries = new Set<Promise<void>>()
  const change = (partner: string, by: number) => underWay.set(partner, (underWay.get(partner) ?? 0) + by)
  const begin = (event: DueEvent) => {
    change(event.player_service_id, 1)
    const one = deliver(services, event)
      .catch((error: unknown) =>
        log.error({ err: error, eventId: event.id }, 'could not save the outcome of a webhook delivery'),
      )
      .finally(() => {
        change(event.player_service_id, -1)
        tries.delete(one)
      })
    tries.add(one)
  }
  while (!stop.aborted) {
    const room = AT_ONCE - tries.size
    const events =
      room <= 0
        ? []
        : await takeDue(services, underWay).catch((error: unknown) => {
            log.error({ err: error }, 'could not look for due webhooks')
            return []
          })
    events.forEach(begin)
    if (events.length === 0) await pause(tries.size > 0 ? BUSY_POLL_MS : POLL_MS, stop)
  }
  await Promise.all(tries)
}
