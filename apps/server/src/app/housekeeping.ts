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
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, type Queryable, sql } from '../platform/database/database.ts'
import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { Live } from '../platform/live.ts'
import type { Log } from '../platform/log/log.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { expireOrders } from '../topups/perfect-money/orders.ts'
import { reconcilePerfectMoney } from '../topups/perfect-money/reconcile.ts'
import { refreshRates } from '../topups/rates/refresh-rates.ts'
import { coinsOf } from '../topups/rates.ts'
import { followAlerts, forgetOldAlerts } from '../watch/alerts/plan-notifications.ts'
import { countNetwork } from '../watch/count-network.ts'
import { storeVerification } from '../watch/read-status.ts'
import { scanForRisk } from '../watch/risk/scan-for-risk.ts'
import { saveSnapshot, takeSnapshot } from '../watch/snapshot.ts'
import { verifyDatabase } from './commands/verify.ts'
import { trySeals } from './sealed-places.ts'
import { watchFacts } from './watch-facts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Failed jobs may contain the text of a mail. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS

interface HousekeepingOptions {
  readonly config: Config
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
}

/** Recurring work, done by whichever worker is first. */
export const housekeeping = ({ config, db, keyring, clock, live, log }: HousekeepingOptions): RecurringWork[] => [
  ...rateWork(config, { db, clock, log }),
  ...perfectMoneyWork(config.perfectMoney, { db, clock, live, log }),
  {
    name: 'close expired transactions',
    everyS: 10,
    run: async () => {
      const agents = await db.transaction((tx) => closeExpired(tx, clock.now()))
      for (const agentId of agents) live.publish(agentId, 'transactions')
    },
  },
  { name: 'end change requests that have run out', everyS: 600, run: () => expireOldRequests(db, clock) },
  { name: 'count the network', everyS: 60, run: () => countNetwork({ db: db.patiently(), clock }) },
  { name: 'look for risk', everyS: 60, run: () => scanForRisk({ db: db.patiently(), clock }) },
  {
    name: 'verify everything',
    everyS: 24 * 60 * 60,
    run: () => storeVerification({ db, clock }, () => verifyDatabase(db.patiently(), keyring)),
  },
  {
    name: 'send the audit anchor',
    everyS: 24 * 60 * 60,
    run: () => {
      const { consoleUrl: publicUrl, auditMailbox: mailbox, mode } = config
      return sendAnchor({ db, clock, keyring, log, publicUrl, mailbox, mayMailAdmins: mode === 'production' })
    },
  },
  {
    name: 'make daily files',
    everyS: 60,
    run: () => makeFiles({ db: db.patiently(), clock, keyring }),
  },
  { name: 'disable expired keys of partners', everyS: 600, run: () => disableExpiredKeys(db, clock.now()) },
  { name: 'wipe old security codes', everyS: 3600, run: () => wipeOldCodes(db, clock) },
  { name: 'forget old partner requests', everyS: 600, run: () => forgetOldRequests(db, clock) },
  { name: 'forget old idempotency keys', everyS: 3600, run: () => forgetOldKeys(db, clock) },
  { name: 'forget old refusals', everyS: 3600, run: () => forgetOldRefusals(db, clock) },
  {
    name: 'look for low floats',
    everyS: 30,
    run: () => findLowFloats({ db, clock, onNotice: (agentId) => live.publish(agentId, 'notices') }),
  },
  {
    name: 'follow alerts',
    everyS: 15,
    run: () => {
      const facts = { clock, ...watchFacts(config, keyring) }
      const findAlerts = async (tx: Queryable) => {
        const snapshot = await takeSnapshot({ db: tx, ...facts })
        await saveSnapshot({ db: tx, clock }, snapshot)
        return snapshot.alerts
      }
      return followAlerts({ db, clock, findAlerts })
    },
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

const rateWork = (
  { rates: { feed }, perfectMoney }: Config,
  { db, clock, log }: Pick<HousekeepingOptions, 'db' | 'clock' | 'log'>,
): RecurringWork[] =>
  feed === null
    ? []
    : [
        {
          name: 'ask for rates',
          everyS: 60,
          run: async () => {
            for (const refused of await refreshRates({ db, clock, feed, coins: coinsOf(perfectMoney) })) {
              log.error(
                refused,
                'rate of the feed refused: it is the first one, or differs too much from earlier ones; set it in the console if it is right',
              )
            }
          },
        },
      ]

const perfectMoneyWork = (
  perfectMoney: Config['perfectMoney'],
  { db, clock, live, log }: Pick<HousekeepingOptions, 'db' | 'clock' | 'live' | 'log'>,
): RecurringWork[] =>
  perfectMoney === null
    ? []
    : [
        { name: 'expire Perfect Money orders', everyS: 3600, run: () => expireOrders(db, clock) },
        {
          name: 'ask Perfect Money what was paid',
          everyS: 300,
          run: async () => {
            const accepted = await reconcilePerfectMoney({ db, clock, perfectMoney, onChanged: live.publish })
            if (accepted > 0) log.info({ accepted }, 'Perfect Money payments settled')
          },
        },
      ]
