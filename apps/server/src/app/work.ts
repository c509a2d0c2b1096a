import { linkHandlers } from '../agents/auth/mail-link.ts'
import { noticeHandlers } from '../notices/deliver-notices.ts'
import { startDelivery } from '../partners/webhooks/deliver.ts'
import { startWorker } from '../platform/jobs/jobs.ts'
import { createLive } from '../platform/live.ts'
import type { Tracer } from '../platform/log/tracing.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import type { JobServices, Services } from '../platform/services.ts'
import { startWatch } from '../topups/tron/start-watch.ts'
import { createTronWatch } from '../topups/tron/tron-watch.ts'
import { startAlertDelivery } from '../watch/alerts/deliver-notifications.ts'
import { housekeeping } from './housekeeping.ts'

interface WorkOptions extends Pick<Services, 'config' | 'log' | 'db' | 'clock' | 'keyring' | 'address'> {
  readonly smtpUrl: string
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
}

/** Starts mail, webhooks, alerts, the Tron watch and recurring work. Returns a function that stops them. */
export async function startWork({ smtpUrl, tracer, ...options }: WorkOptions): Promise<() => Promise<void>> {
  const { config, log, db, clock, keyring } = options
  const live = await createLive(db, (error) => log.error({ err: error }, 'could not send a live update'))
  const services: JobServices = { ...options, live }
  const mailer = createMailer({ db, keyring, smtpUrl, from: config.mail.from })
  const worker = startWorker({
    db,
    clock,
    log,
    tracer,
    handlers: { ...mailer.handlers, ...linkHandlers(services), ...noticeHandlers(services) },
    recurring: housekeeping(services),
  })
  const delivery = startDelivery(services)
  const alerts = startAlertDelivery({ ...services, sendMail: mailer.send })
  const watch = config.tron.isOn ? startWatch(createTronWatch(services)) : null
  return async () => {
    await Promise.all([worker.stop(), delivery.stop(), alerts.stop(), watch?.stop()])
    mailer.close()
    await live.close()
  }
}
