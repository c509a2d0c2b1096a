import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { int8, text, timestamptz } from '../platform/db/columns.ts'
import { type Database, only } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { Metrics } from '../platform/metrics.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/secrets.ts'

interface StatusServices {
  readonly db: Database
  readonly clock: Clock
  readonly metrics: Metrics
  /** Null leaves the metrics open, as in the sandbox. */
  readonly metricsToken: string | null
}

const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))

/** For monitoring: alive, ready for traffic, and in figures. */
export const statusPages =
  ({ db, clock, metrics, metricsToken }: StatusServices): FastifyPluginAsync =>
  async (app) => {
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })

    app.get('/healthz', async () => ({ status: 'alive' }))

    app.get('/readyz', async (_request, reply) => {
      const isReady = !isClosing && (await answers(db))
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })

    app.get('/metrics', async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (metricsToken !== null && !isSame(given, metricsToken)) throw refusal('not_signed_in')
      // Without the database the other figures are wanted most.
      await measureTopups(db, clock, metrics).catch(() => {})
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

/** Read at the moment of asking, because the workers that move them have no HTTP. */
async function measureTopups(db: Database, clock: Clock, { watchAge, topupsWaiting, otherTokens }: Metrics) {
  const passes = await db.query(sql`select pass, succeeded_at from tron_cursor`, {
    pass: text,
    succeeded_at: timestamptz,
  })
  watchAge.reset()
  for (const { pass, succeeded_at } of passes) {
    watchAge.set({ pass }, (clock.now().getTime() - succeeded_at.getTime()) / 1000)
  }
  const waiting = await db.query(
    sql`
      select rail, state, count(*) as count from topup where state in ('confirming', 'held') group by rail, state`,
    { rail: text, state: text, count: int8 },
  )
  const others = only(
    await db.query(
      sql`select coalesce(sum(listed), 0) as count from tron_other_token where day = ${clock.now().toISOString().slice(0, 10)}`,
      { count: int8 },
    ),
  )
  otherTokens.set(Number(others.count))
  topupsWaiting.reset()
  for (const { rail, state, count } of waiting) topupsWaiting.set({ rail, state }, Number(count))
}
