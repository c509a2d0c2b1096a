import { linkHandlers } from '../agents/auth/mail-link.ts'
import { type DeliveryServices, noticeHandlers } from '../notices/deliver-notices.ts'
import { startDelivery } from '../partners/webhooks/deliver.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { startWorker } from '../platform/jobs/jobs.ts'
import { createLive } from '../platform/live.ts'
import type { Log } from '../platform/log/log.ts'
import type { Tracer } from '../platform/log/tracing.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { startWatch } from '../topups/tron/start-watch.ts'
import { type AlertDeliveryServices, startAlertDelivery } from '../watch/alerts/deliver-notifications.ts'
import { housekeeping } from './housekeeping.ts'
import { tronWatch } from './tron-watch.ts'

interface WorkOptions {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  readonly keyring: Keyring
  readonly smtpUrl: string
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
  /** Where the sandbox runs. */
  readonly address: string
}

const TELEGRAM = 'https://api.telegram.org'

/** Where the sandbox plays Telegram. */
const SANDBOX_TELEGRAM = '/sandbox/alerts/telegram'

const ADDRESS = /<?([^\s<>]+@[^\s<>]+)>?\s*$/

/** Starts mail, webhooks, alerts, the Tron watch and recurring work. Returns a function that stops them. */
export async function startWork({
  config,
  log,
  db,
  keyring,
  smtpUrl,
  address,
  tracer,
}: WorkOptions): Promise<() => Promise<void>> {
  const live = await createLive(db, (error) => log.error({ err: error }, 'could not send a live update'))
  const mailer = createMailer({ db, keyring, smtpUrl, from: config.mail.from })
  const worker = startWorker({
    db,
    clock: systemClock,
    log,
    tracer,
    handlers: {
      ...mailer.handlers,
      ...linkHandlers({ db, clock: systemClock, keyring, publicUrl: config.publicUrl }),
      ...noticeHandlers(noticeDelivery(config, { db, clock: systemClock, keyring })),
    },
    recurring: housekeeping({ config, db, keyring, clock: systemClock, live, log }),
  })
  const delivery = startDelivery({ db, clock: systemClock, keyring, mayBePrivate: config.mode === 'sandbox' }, log)
  const services = { db, clock: systemClock, log, keyring, sendMail: mailer.send }
  const alerts = startAlertDelivery(alertDelivery(config, address, services))
  const watch = config.tron.isOn
    ? startWatch(tronWatch({ config, db, clock: systemClock, log, live, address: () => address }), log)
    : null
  return async () => {
    await Promise.all([worker.stop(), delivery.stop(), alerts.stop(), watch?.stop()])
    mailer.close()
    await live.close()
  }
}

export const alertDelivery = (
  { consoleUrl, mode, telegramUrl }: Config,
  address: string,
  services: Pick<AlertDeliveryServices, 'db' | 'clock' | 'log' | 'keyring' | 'sendMail'>,
): AlertDeliveryServices => ({
  ...services,
  consoleUrl,
  telegramUrl: telegramUrl ?? (mode === 'sandbox' ? `${address}${SANDBOX_TELEGRAM}` : TELEGRAM),
  mayBePrivate: mode === 'sandbox',
})

export const noticeDelivery = (
  { publicUrl, mail, mode }: Config,
  services: Pick<DeliveryServices, 'db' | 'clock' | 'keyring'>,
): DeliveryServices => ({
  ...services,
  publicUrl,
  pushContact: publicUrl.startsWith('https://') ? publicUrl : `mailto:${ADDRESS.exec(mail.from)?.[1] ?? ''}`,
  mayBePrivate: mode === 'sandbox',
})
