import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isLeaving } from '../platform/http/drain.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import { refusal } from '../platform/refusal.ts'
import { isSameSecret } from '../platform/secrets/secrets.ts'

interface StatusServices {
  readonly db: Database
  readonly metrics: Metrics
  /** Null leaves the metrics open, as in the sandbox. */
  readonly metricsToken: string | null
  /** Brings up to date what is read from the database, at the moment of asking. */
  readonly measure: () => Promise<void>
}

/** For monitoring: alive, ready for traffic, and in figures. */
export const statusPages =
  ({ db, metrics, metricsToken, measure }: StatusServices): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'alive' }))

    app.get('/readyz', async (_request, reply) => {
      const isReady = !isLeaving(app.server) && (await answers(db))
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })

    app.get('/metrics', async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (metricsToken !== null && !isSameSecret(given, metricsToken)) throw refusal('not_signed_in')
      await measure()
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    })
  }

/** A database that has not answered for this long counts as away, even if it answers later. */
const READY_WITHIN_MS = 2_000

const answers = (db: Database) =>
  Promise.race([
    db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    sleep(READY_WITHIN_MS, false, { ref: false }),
  ])
