import { type Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { type Live } from '../platform/live.ts'
import type { Log } from '../platform/log/log.ts'
import { createTronProviders } from '../rails/tron/tron-providers.ts'
import type { WatchServices } from '../topups/tron/services.ts'

interface TronWatch {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly live: Live
  /** Where the sandbox runs; known once it listens. */
  readonly address: () => string
}

/** What the watch over Tron works with. Without other providers the sandbox's own chain is watched. */
export function tronWatch({ config, db, clock, log, live, address }: TronWatch): WatchServices {
  const { tron, rates } = config
  const sandbox = {
    get url() {
      return `${address()}/sandbox/tron`
    },
    apiKey: null,
  }
  const providers = createTronProviders(tron.providers.length > 0 ? tron.providers : [sandbox], clock, (failure) =>
    log.warn(failure, 'Tron provider failed; it is not asked again for a while'),
  )
  return {
    db,
    clock,
    tron,
    rates,
    providers,
    onChanged: (agentId, ...topics) => live.publish(agentId, ...topics),
    onSettled: (topup) => log.info(topup, `top-up ${topup.state}`),
  }
}
