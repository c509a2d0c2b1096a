import type { Log } from '../../platform/log.ts'
import { pause } from '../../platform/pause.ts'
import { type DeliveryServices, deliverDue } from './deliver.ts'

const POLL_MS = 500

/** Delivers until stopped; stopping waits for the tries that have begun. Any number of processes may deliver. */
export function startDelivery(services: DeliveryServices, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = run(services, log, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

async function run(services: DeliveryServices, log: Log, stop: AbortSignal) {
  while (!stop.aborted) {
    const tries = await deliverDue(services).catch((error: unknown) => {
      log.error({ err: error }, 'webhooks could not be delivered')
      return 0
    })
    if (tries === 0) await pause(POLL_MS, stop)
  }
}
