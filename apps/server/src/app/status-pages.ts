import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { isDraining } from '../platform/http/drain.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics, type Metrics } from '../platform/log/metrics.ts'
import { refusal } from '../platform/refusal.ts'
import { isSameSecret, type Keyring } from '../platform/secrets/keyring.ts'
import { measureNetwork } from './measure-network.ts'
import { watchFacts } from './watch-facts.ts'

interface StatusServices {
  readonly db: Database
  readonly metrics: Metrics
  /** Null leaves the metrics open, as in the sandbox. */
  readonly metricsToken: string | null
  /** Brings up to date what is read from the database, at the moment of asking. */
  readonly measure: () => Promise<void>
}

interface WorkerStatus {
  readonly config: Config
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Log
}

/** For monitoring: alive, ready for traffic, and in figures. */
export const statusPages =
  ({ db, metrics, metricsToken, measure }: StatusServices): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'alive' }))

    app.get('/readyz', async (_request, reply) => {
      const isReady = !isDraining(app.server) && (await db.isWritable())
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })

    app.get('/metrics', async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (metricsToken !== null && !isSameSecret(given, metricsToken)) throw refusal('not_signed_in')
      await measure()
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    })
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
