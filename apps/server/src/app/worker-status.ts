import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import type { Config } from './config/config.ts'
import { measureNetwork } from './measure-network.ts'
import { statusPages } from './status-pages.ts'
import { watchFacts } from './watch-facts.ts'

interface WorkerStatus {
  readonly config: Config
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Log
}

/** Health and metrics of a process that only works, on a port of its own. Nothing else is there. */
export async function workerStatus({ config, db, keyring, clock, log }: WorkerStatus) {
  const metrics = createMetrics()
  const http = await createHttpServer({
    log,
    metrics,
    trustProxy: false,
    isTlsForSubdomains: false,
    csp: { connect: [], images: [], formAction: [], recaptcha: false },
  })
  const watch = watchFacts(config, keyring)
  const measure = () => measureNetwork({ db, clock, metrics, watch })
  await http.register(statusPages({ db, metrics, metricsToken: config.metricsToken, measure }))
  return http
}
