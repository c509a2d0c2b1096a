import { forgetOldRequests } from '../access/admit-partner.ts'
import { expireOldRequests } from '../approvals/approval-request.ts'
import { findLowFloats } from '../balances/find-low-floats.ts'
import { forgetDeletedViews } from '../console-tools/list-views/list-views.ts'
import { forgetOldNotices } from '../notices/inbox.ts'
import { sendAnchor } from '../operators/send-anchor.ts'
import { makeFiles } from '../partners/daily-files/make-files.ts'
import { disableExpiredKeys } from '../partners/keys.ts'
import { forgetOldAttempts, makeAttemptMonths } from '../partners/webhooks/attempt-months.ts'
import { forgetOldKeys, forgetOldRefusals } from '../payments/count-refusals.ts'
import { closeExpired, wipeOldCodes } from '../payments/transactions/close-transactions.ts'
import { sql } from '../platform/database/database.ts'
import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { expireOrders } from '../topups/perfect-money/orders.ts'
import { reconcilePerfectMoney } from '../topups/perfect-money/reconcile.ts'
import { refreshRates } from '../topups/rates/refresh-rates.ts'
import { followAlerts, forgetOldAlerts } from '../watch/alerts/plan-notifications.ts'
import { countNetwork } from '../watch/count-network.ts'
import { storeVerification } from '../watch/read-status.ts'
import { scanForRisk } from '../watch/risk/scan-for-risk.ts'
import { trySeals } from '../watch/sealed-places.ts'
import { saveSnapshot, takeSnapshot } from '../watch/snapshot.ts'
import { verifyDatabase } from './commands/verify.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Failed jobs may contain the text of a mail. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS

/** Recurring work, done by whichever worker is first. */
export function housekeeping(services: JobServices): RecurringWork[] {
  const { config, db, keyring, clock, live, log } = services
  return [
    ...rateWork(services),
    ...perfectMoneyWork(services),
    {
      name: 'close expired transactions',
      everyS: 10,
      run: async () => {
        const agents = await db.transaction((tx) => closeExpired(tx, clock.now()))
        for (const agentId of agents) live.publish(agentId, 'transactions')
      },
    },
    { name: 'end change requests that have run out', everyS: 600, run: () => expireOldRequests(db, clock) },
    { name: 'count the network', everyS: 60, run: () => countNetwork({ ...services, db: db.withLongTimeouts() }) },
    { name: 'look for risk', everyS: 60, run: () => scanForRisk({ ...services, db: db.withLongTimeouts() }) },
    {
      name: 'verify everything',
      everyS: 24 * 60 * 60,
      run: () => storeVerification(services, () => verifyDatabase(db.withLongTimeouts(), keyring)),
    },
    {
      name: 'send the audit anchor',
      everyS: 24 * 60 * 60,
      run: () => sendAnchor(services),
    },
    {
      name: 'make daily files',
      everyS: 60,
      run: () => makeFiles({ ...services, db: db.withLongTimeouts() }),
    },
    { name: 'disable expired keys of partners', everyS: 600, run: () => disableExpiredKeys(db, clock.now()) },
    { name: 'wipe old security codes', everyS: 3600, run: () => wipeOldCodes(db, clock) },
    { name: 'forget old partner requests', everyS: 600, run: () => forgetOldRequests(db, clock) },
    { name: 'forget old idempotency keys', everyS: 3600, run: () => forgetOldKeys(db, clock) },
    { name: 'forget old refusals', everyS: 3600, run: () => forgetOldRefusals(db, clock) },
    {
      name: 'look for low floats',
      everyS: 30,
      run: () => findLowFloats(services),
    },
    {
      name: 'follow alerts',
      everyS: 15,
      run: () =>
        followAlerts(services, async (tx) => {
          const inTx = { ...services, db: tx }
          const snapshot = await takeSnapshot(inTx)
          await saveSnapshot(inTx, snapshot)
          return snapshot.alerts
        }),
    },
    { name: 'open every sealed value', everyS: 24 * 60 * 60, isDueAtStart: true, run: () => trySeals(db, keyring) },
    { name: 'forget old alerts', everyS: 3600, run: () => forgetOldAlerts(db, clock) },
    {
      name: 'make months for webhook attempts',
      everyS: 3600,
      isDueAtStart: true,
      run: async () => {
        const made = await makeAttemptMonths(db)
        if (made > 0) log.info({ made }, 'months for webhook attempts made')
      },
    },
    {
      name: 'forget old webhook attempts',
      everyS: 3600,
      run: async () => {
        const months = await forgetOldAttempts(db, clock, config.retention.attemptDays)
        if (months.length > 0) log.info({ months }, 'old months of webhook attempts dropped')
      },
    },
    { name: 'forget deleted views', everyS: 3600, run: () => forgetDeletedViews(db, clock) },
    { name: 'forget old notices', everyS: 3600, run: () => forgetOldNotices(db, clock) },
    {
      name: 'forget what has run out',
      everyS: 3600,
      run: async () => {
        const now = clock.now()
        const loginsBefore = new Date(now.getTime() - config.retention.loginDays * DAY_MS)
        await db.execute(sql`delete from rate_limit where expire < ${now.getTime()}`)
        await db.execute(sql`delete from file_request where expires_at < ${now}`)
        await db.execute(sql`delete from used_captcha where expires_at < ${now}`)
        await db.execute(sql`delete from mail_link where expires_at < ${loginsBefore}`)
        await db.execute(sql`delete from operator_link where expires_at < ${loginsBefore}`)
        await db.execute(sql`delete from job where failed_at < ${new Date(now.getTime() - FAILED_JOBS_KEPT_MS)}`)
        await db.execute(sql`delete from session where expires_at < ${loginsBefore}`)
        await db.execute(sql`delete from operator_session where expires_at < ${loginsBefore}`)
      },
    },
  ]
}

function rateWork(services: JobServices): RecurringWork[] {
  const { feed } = services.config.rates
  if (feed === null) return []
  const run = async () => {
    for (const refused of await refreshRates(services, feed)) {
      services.log.error(
        refused,
        'rate of the feed refused: it is the first one, or differs too much from earlier ones; set it in the console if it is right',
      )
    }
  }
  return [{ name: 'ask for rates', everyS: 60, run }]
}

function perfectMoneyWork(services: JobServices): RecurringWork[] {
  const { db, clock, log } = services
  const { perfectMoney } = services.config
  if (perfectMoney === null) return []
  return [
    { name: 'expire Perfect Money orders', everyS: 3600, run: () => expireOrders(db, clock) },
    {
      name: 'ask Perfect Money what was paid',
      everyS: 300,
      run: async () => {
        const accepted = await reconcilePerfectMoney(services, perfectMoney)
        if (accepted > 0) log.info({ accepted }, 'Perfect Money payments settled')
      },
    },
  ]
}
