import { join } from 'node:path'
import type { MailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import { warnOfForgeableKeys } from '../access/partner-keys.ts'
import type { Config } from '../platform/config.ts'
import { keepMeasuring, openDatabaseClock } from '../platform/database-clock.ts'
import { drain } from '../platform/http/drain.ts'
import type { Log } from '../platform/log/log.ts'
import { addressOf } from './address-of.ts'
import { onceReachable, openDatabase } from './open-database.ts'
import { openKeyring, warnOfSeals } from './open-keyring.ts'

export interface Parts {
  readonly http: boolean
  readonly worker: boolean
}

/**
 * Starts what was asked for, from the beginning again when the database goes away meanwhile. Stopping goes the other way round and finishes what has begun.
 * A part is loaded when it is started, so that a process has no module in memory that only others need.
 */
export const start = (config: Config, log: Log, parts: Parts) => onceReachable(() => startOnce(config, log, parts), log)

async function startOnce(config: Config, log: Log, parts: Parts) {
  const stops: (() => Promise<unknown>)[] = []
  /** Goes on after a step that fails: the database is the last one, and the embedded one has to end with this process. */
  const stop = async () => {
    const errors: unknown[] = []
    for (const step of stops.splice(0).toReversed()) await step().catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw new AggregateError(errors, 'not everything stopped cleanly')
  }
  try {
    const db = await openDatabase(config, log)
    stops.push(() => db.close())
    const clock = await openDatabaseClock({ db, log })
    const measuring = keepMeasuring(clock, log)
    stops.push(() => measuring.stop())
    const keyring = await openKeyring(db, config)
    await warnOfSeals(db, keyring, log)
    await warnOfForgeableKeys(db, log)
    if (config.mode === 'sandbox') {
      const { seedSandbox } = await import('../sandbox/seed-sandbox.ts')
      await seedSandbox({ db, clock, keyring, log }, { hasSettlement: true })
    }
    const tracer = config.tracing
      ? (await import('../platform/log/tracing.ts')).createTracer(config.tracing, log)
      : undefined
    if (tracer) stops.push(() => tracer.close())
    const inbox = await openInbox(config)
    if (inbox) stops.push(() => inbox.close())
    const http = parts.http
      ? await (await import('./app.ts')).buildApp({ config, db, keyring, clock, log, inbox, tracer })
      : null
    if (http) stops.push(() => http.close())
    const url = http && (await listen(http, config))
    if (!parts.http && config.metricsPort !== null) {
      const { workerStatus } = await import('./status-pages.ts')
      const status = await workerStatus({ config, db, keyring, clock, log })
      stops.push(() => status.close())
      await status.listen({ host: config.host, port: config.metricsPort })
    }
    // After HTTP, because in the sandbox the outside world is there.
    if (parts.worker) {
      const { startWork } = await import('./work.ts')
      const smtpUrl = config.mail.smtpUrl ?? inbox?.smtpUrl ?? ''
      stops.push(
        await startWork({
          config,
          log,
          db,
          clock,
          keyring,
          smtpUrl,
          address: () => (http ? addressOf(http) : config.publicUrl),
          tracer,
        }),
      )
    }
    if (http) stops.push(() => drain(http.server, config.drainSeconds))
    return {
      /** Where it listens; null without HTTP. */
      url,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openInbox({ mode, mail, dataDirectory }: Config): Promise<MailInbox | null> {
  if (mode !== 'sandbox' || mail.smtpUrl !== null) return null
  const { startMailInbox } = await import('@cashbox/sandbox')
  return startMailInbox({ directory: join(dataDirectory, 'mail') })
}

const listen = (http: FastifyInstance, { host, port }: Config) => http.listen({ host, port })
