import { type Alert, alertKinds, type Today } from '@cashbox/contract/operator'
import type { FastifyPluginAsync } from 'fastify'
import { toSeconds } from '../platform/clock.ts'
import { isDraining } from '../platform/http/drain.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createMetrics, type Metrics } from '../platform/log/metrics.ts'
import { refusal } from '../platform/refusal.ts'
import { isSameSecret } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { severities } from '../watch/list-alerts.ts'
import type { Waiting, WatchServices } from '../watch/read-status.ts'
import { readSnapshot, takeSnapshot } from '../watch/snapshot.ts'

/**
 * Sets every figure that is read from the database, the same from every process: from the last snapshot of a worker, or a
 * new snapshot when no worker takes any. Without the database they are left out
 * and the others are wanted most: an old figure would look like a new one.
 */
export async function measureNetwork(services: WatchServices & Pick<Services, 'db' | 'metrics'>): Promise<void> {
  const { db, clock, metrics } = services
  for (const gauge of readGauges(metrics)) gauge.reset()
  for (const [state, count] of Object.entries(db.connections() ?? {})) metrics.connections.set({ state }, count)
  try {
    const { today, alerts, waiting } = (await readSnapshot(services)) ?? (await takeSnapshot(services))
    setAlerts(metrics, alerts)
    setToday(metrics, today, toSeconds(clock.now()))
    setWaiting(metrics, waiting)
    metrics.databaseUp.set(1)
  } catch {
    for (const gauge of readGauges(metrics)) gauge.reset()
    metrics.databaseUp.set(0)
  }
}

const readGauges = (metrics: Metrics) => [
  metrics.alert,
  metrics.watchAge,
  metrics.topupsWaiting,
  metrics.topupsOldest,
  metrics.jobs,
  metrics.webhookEvents,
  metrics.webhookOldest,
  metrics.webhookFailures,
  metrics.partnerBalance,
  metrics.partnerReserved,
  metrics.partnerLeft,
  metrics.rateAge,
  metrics.belowZero,
]

export function setAlerts({ alert }: Pick<Metrics, 'alert'>, alerts: readonly Pick<Alert, 'kind'>[]): void {
  for (const kind of alertKinds) {
    alert.set({ kind, severity: severities[kind] }, alerts.some((one) => one.kind === kind) ? 1 : 0)
  }
}

function setToday(metrics: Metrics, today: Today, nowS: number) {
  const ageOf = (at: number | null | undefined) =>
    at === null || at === undefined ? Number.NaN : Math.max(0, nowS - at)
  metrics.totalsAge.set(ageOf(today.as_of))
  metrics.jobsLate.set(today.jobs.due_since === null ? 0 : ageOf(today.jobs.due_since))
  metrics.verificationAge.set(ageOf(today.verification?.last_finished_at))
  metrics.backupAge.set(ageOf(today.backup?.made_at))
  metrics.verificationFailed.set(today.verification?.failed_checks.length ?? 0)
  metrics.destinationsFailing.set(today.failing_destinations.length)
  for (const { pass, lag_s } of today.tron) metrics.watchAge.set({ pass }, lag_s)
  for (const { partner, pending_events, oldest_at, failures } of today.webhooks) {
    metrics.webhookEvents.set({ partner }, pending_events)
    metrics.webhookOldest.set({ partner }, oldest_at === null ? 0 : ageOf(oldest_at))
    metrics.webhookFailures.set({ partner }, failures)
  }
  for (const { partner, currency_code: currency, balance, reserved, left } of today.positions) {
    metrics.partnerBalance.set({ partner, currency }, Number(balance))
    metrics.partnerReserved.set({ partner, currency }, Number(reserved))
    if (left !== null) metrics.partnerLeft.set({ partner, currency }, Number(left))
  }
  for (const { coin, currency_code, source, age_s } of today.rates) {
    metrics.rateAge.set({ coin, currency: currency_code, source }, age_s)
  }
  for (const { currency_code, below_zero } of today.floats)
    metrics.belowZero.set({ currency: currency_code }, below_zero)
  for (const state of ['confirming', 'held'] as const) {
    for (const { coin, oldest_at } of today.topups[state]) {
      const age = ageOf(oldest_at)
      metrics.topupsOldest.set({ coin, state }, age)
    }
  }
}

function setWaiting(metrics: Metrics, waiting: Waiting) {
  for (const { rail, state, count } of waiting.topups) metrics.topupsWaiting.set({ rail, state }, count)
  for (const state of ['due', 'failed']) metrics.jobs.set({ kind: 'mail', state }, 0)
  for (const { kind, state, count } of waiting.jobs) metrics.jobs.set({ kind, state }, count)
  metrics.otherTokens.set(waiting.other_tokens)
  metrics.smallWaiting.set(waiting.small_transactions)
}

type StatusServices = Pick<Services, 'config' | 'db' | 'keyring' | 'clock' | 'metrics'>

export const statusPages =
  (services: StatusServices): FastifyPluginAsync =>
  async (app) => {
    const { db, metrics, config } = services
    app.get('/healthz', async () => ({ status: 'alive' }))

    app.get('/readyz', async (_request, reply) => {
      const isReady = !isDraining(app.server) && (await db.isWritable())
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })

    app.get('/metrics', async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      // Without a token, as in the sandbox, anyone may read them.
      if (config.metricsToken !== null && !isSameSecret(given, config.metricsToken)) throw refusal('not_signed_in')
      await measureNetwork(services)
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    })
  }

/** Health and metrics of a process that only works, on a separate port. Nothing else is there. */
export async function workerStatus(services: Pick<Services, 'config' | 'db' | 'keyring' | 'clock' | 'log'>) {
  const metrics = createMetrics(services.config.network)
  const http = await createHttpServer({
    log: services.log,
    metrics,
    trustProxy: false,
    isTlsForSubdomains: false,
    csp: { connect: [], images: [], formAction: [], recaptcha: false },
  })
  await http.register(statusPages({ ...services, metrics }))
  return http
}
