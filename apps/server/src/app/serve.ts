import { join } from 'node:path'
import { type MailInbox, startMailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { startDelivery } from '../features/webhooks/start-delivery.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { startWorker } from '../platform/jobs.ts'
import { createLive } from '../platform/live.ts'
import type { Log } from '../platform/log.ts'
import { createMailer } from '../platform/mail/mail.ts'
import { buildApp } from './app.ts'
import { housekeeping } from './housekeeping.ts'
import { openDatabase } from './open-database.ts'
import { seedSandbox } from './seed-sandbox.ts'

/** Which parts of the program this process runs. */
export interface Parts {
  readonly http: boolean
  readonly worker: boolean
}

export interface Running {
  /** Where it listens; null without HTTP. */
  readonly url: string | null
  stop(): Promise<void>
}

/** Starts what was asked for. Stopping goes the other way round and finishes what has begun. */
export async function start(config: Config, log: Log, parts: Parts): Promise<Running> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    const db = await openDatabase(config, log)
    stops.push(() => db.close())
    if (config.mode === 'sandbox') {
      await seedSandbox({ db, clock: systemClock, secret: config.secret, log })
    }
    const inbox = await openInbox(config)
    if (inbox) stops.push(() => inbox.close())
    if (parts.worker) stops.push(await startWork(config, log, db, config.mail.smtpUrl ?? inbox?.smtpUrl ?? ''))
    if (!parts.http) return { url: null, stop }
    const http = await buildApp({ config, db, clock: systemClock, log, inbox })
    stops.push(() => http.close())
    return { url: await listen(http, config), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const openInbox = async ({ mode, mail, dataDirectory }: Config): Promise<MailInbox | null> =>
  mode === 'sandbox' && mail.smtpUrl === null ? startMailInbox({ directory: join(dataDirectory, 'mail') }) : null

async function startWork(config: Config, log: Log, db: Database, smtpUrl: string): Promise<() => Promise<void>> {
  const live = await createLive(db, (error) => log.error({ err: error }, 'open apps were not told of a change'))
  const mailer = createMailer({ db, smtpUrl, from: config.mail.from })
  const worker = startWorker({
    db,
    clock: systemClock,
    log,
    handlers: mailer.handlers,
    recurring: housekeeping(db, systemClock, live),
  })
  const delivery = startDelivery(
    { db, clock: systemClock, secret: config.secret, mayBePrivate: config.mode === 'sandbox' },
    log,
  )
  return async () => {
    await Promise.all([worker.stop(), delivery.stop()])
    mailer.close()
    await live.close()
  }
}

const listen = (http: FastifyInstance, { host, port }: Config) => http.listen({ host, port })
