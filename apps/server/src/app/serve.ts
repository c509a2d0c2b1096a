import { join } from 'node:path'
import { type MailInbox, startMailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { linkHandlers } from '../doors/agent/auth/link-jobs.ts'
import { systemClock } from '../platform/clock.ts'
import { startClockWatch } from '../platform/clock-watch.ts'
import type { Database } from '../platform/db/database.ts'
import { startWorker } from '../platform/jobs.ts'
import type { Keyring } from '../platform/keyring.ts'
import { createLive } from '../platform/live.ts'
import type { Log } from '../platform/log.ts'
import { createMailer } from '../platform/mail/mail.ts'
import { startWatch } from '../workers/tron-watch/start-watch.ts'
import { startDelivery } from '../workers/webhooks/start-delivery.ts'
import { addressOf } from './address-of.ts'
import { buildApp } from './app.ts'
import { housekeeping } from './housekeeping.ts'
import { openDatabase } from './open-database.ts'
import { openKeyring, warnOfLostKeys } from './open-keyring.ts'
import { seedSandbox } from './seed-sandbox.ts'
import { tronWatch } from './tron-watch.ts'

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
    const clockWatch = startClockWatch({ db, clock: systemClock, log })
    stops.push(() => clockWatch.stop())
    const keyring = await openKeyring(db, config)
    await warnOfLostKeys(db, keyring, log)
    if (config.mode === 'sandbox') {
      await seedSandbox({ db, clock: systemClock, keyring, log })
    }
    const inbox = await openInbox(config)
    if (inbox) stops.push(() => inbox.close())
    const http = parts.http ? await buildApp({ config, db, keyring, clock: systemClock, log, inbox }) : null
    if (http) stops.push(() => http.close())
    const url = http && (await listen(http, config))
    // After HTTP, because in the sandbox the outside world is there.
    if (parts.worker) {
      const smtpUrl = config.mail.smtpUrl ?? inbox?.smtpUrl ?? ''
      stops.push(
        await startWork({ config, log, db, keyring, smtpUrl, address: http ? addressOf(http) : config.publicUrl }),
      )
    }
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const openInbox = async ({ mode, mail, dataDirectory }: Config): Promise<MailInbox | null> =>
  mode === 'sandbox' && mail.smtpUrl === null ? startMailInbox({ directory: join(dataDirectory, 'mail') }) : null

interface Work {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  readonly keyring: Keyring
  readonly smtpUrl: string
  /** Where the sandbox is spoken to. */
  readonly address: string
}

async function startWork({ config, log, db, keyring, smtpUrl, address }: Work): Promise<() => Promise<void>> {
  const live = await createLive(db, (error) => log.error({ err: error }, 'could not send a live update'))
  const mailer = createMailer({ db, keyring, smtpUrl, from: config.mail.from })
  const worker = startWorker({
    db,
    clock: systemClock,
    log,
    handlers: {
      ...mailer.handlers,
      ...linkHandlers({ db, clock: systemClock, keyring, publicUrl: config.publicUrl }),
    },
    recurring: housekeeping({ config, db, keyring, clock: systemClock, live, log }),
  })
  const delivery = startDelivery({ db, clock: systemClock, keyring, mayBePrivate: config.mode === 'sandbox' }, log)
  const watch = startWatch(tronWatch({ config, db, clock: systemClock, log, live, address: () => address }), log)
  return async () => {
    await Promise.all([worker.stop(), delivery.stop(), watch.stop()])
    mailer.close()
    await live.close()
  }
}

const listen = (http: FastifyInstance, { host, port }: Config) => http.listen({ host, port })
