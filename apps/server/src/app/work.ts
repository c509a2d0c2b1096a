import { accessJobs } from '../access/jobs.ts'
import { linkHandlers } from '../agents/auth/mail-link.ts'
import { expireOldRequests } from '../approvals/approval-request.ts'
import { findLowFloats } from '../balances/find-low-floats.ts'
import { forgetDeletedViews } from '../console-tools/list-views/operator-api.ts'
import { noticeHandlers } from '../notices/deliver-notices.ts'
import { forgetOldNotices } from '../notices/inbox.ts'
import { sendAnchor } from '../operators/send-anchor.ts'
import { partnerJobs } from '../partners/jobs.ts'
import { startDelivery } from '../partners/webhooks/deliver.ts'
import { paymentJobs } from '../payments/jobs.ts'
import { closeForgottenShifts } from '../people/shifts.ts'
import { type RecurringWork, startWorker } from '../platform/jobs/jobs.ts'
import { createLive } from '../platform/live.ts'
import type { Tracer } from '../platform/log/tracing.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import type { JobServices, Services } from '../platform/services.ts'
import { topupJobs } from '../topups/jobs.ts'
import { startWatch } from '../topups/tron/start-watch.ts'
import { createTronWatch } from '../topups/tron/tron-watch.ts'
import { verifyDatabase } from '../verify/verify-database.ts'
import { startAlertDelivery } from '../watch/alerts/deliver-notifications.ts'
import { watchJobs } from '../watch/jobs.ts'
import { storeVerification } from '../watch/read-status.ts'

const DAY_S = 24 * 60 * 60

/** Recurring work, done by whichever worker is first. A room with one job has it here. */
export function housekeeping(services: JobServices): RecurringWork[] {
  const { db, keyring, clock } = services
  return [
    ...topupJobs(services),
    ...paymentJobs(services),
    ...partnerJobs(services),
    ...watchJobs(services),
    ...accessJobs(services),
    { name: 'end change requests that have run out', everyS: 600, run: () => expireOldRequests(db, clock) },
    { name: 'close forgotten shifts', everyS: 600, run: () => closeForgottenShifts(services) },
    { name: 'look for low floats', everyS: 30, run: () => findLowFloats(services) },
    { name: 'send the audit anchor', everyS: DAY_S, run: () => sendAnchor(services) },
    { name: 'forget deleted views', everyS: 3600, run: () => forgetDeletedViews(db, clock) },
    { name: 'forget old notices', everyS: 3600, run: () => forgetOldNotices(db, clock) },
    {
      name: 'verify everything',
      everyS: DAY_S,
      run: () => storeVerification(services, () => verifyDatabase(db.withLongTimeouts(), keyring)),
    },
  ]
}

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
