import type { Config } from '../config.ts'
import { expireOrders } from '../domain/topups/expire-orders.ts'
import { coinsOf } from '../domain/topups/rates.ts'
import { closeExpired } from '../domain/transactions/close-expired.ts'
import { forgetOldKeys } from '../doors/agent/payments/housekeeping.ts'
import { lookForRisk } from '../doors/operator/risk/look-for-risk.ts'
import { countNetwork } from '../doors/operator/watch/count-network.ts'
import { storeVerification } from '../doors/operator/watch/store-verification.ts'
import { forgetOldRequests } from '../doors/partner/forget-old-requests.ts'
import { wipeOldCodes } from '../doors/partner/player-transactions/wipe-old-codes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { RecurringWork } from '../platform/jobs.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Live } from '../platform/live.ts'
import type { Log } from '../platform/log.ts'
import { sendAnchor } from '../workers/audit-anchor/send-anchor.ts'
import { reconcilePerfectMoney } from '../workers/perfect-money-orders/reconcile.ts'
import { refreshRates } from '../workers/rate-refresh/refresh-rates.ts'
import { verifyDatabase } from './verify-all.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SESSIONS_KEPT_MS = 180 * DAY_MS
/** Given up, and may hold what a letter was to say. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS

interface Housekeeping {
  readonly config: Config
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
}

/** What has to be done or tidied from time to time, by whichever worker comes first. */
export const housekeeping = ({ config, db, keyring, clock, live, log }: Housekeeping): RecurringWork[] => [
  ...rateWork(config, { db, clock, log }),
  ...perfectMoneyWork(config.perfectMoney, { db, clock, live }),
  {
    name: 'close expired transactions',
    everyS: 10,
    run: async () => {
      const agents = await db.transaction((tx) => closeExpired(tx, clock.now()))
      for (const agentId of agents) live.publish(agentId, 'transactions')
    },
  },
  { name: 'count the network', everyS: 60, run: () => countNetwork({ db: db.patiently(), clock }) },
  { name: 'look for risk', everyS: 60, run: () => lookForRisk({ db: db.patiently(), clock }) },
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
      return sendAnchor({ db, clock, keyring, log, publicUrl, mailbox, mayTellAdmins: mode === 'production' })
    },
  },
  { name: 'wipe old security codes', everyS: 3600, run: () => wipeOldCodes(db, clock) },
  { name: 'forget old partner requests', everyS: 600, run: () => forgetOldRequests(db, clock) },
  { name: 'forget old idempotency keys', everyS: 3600, run: () => forgetOldKeys(db, clock) },
  {
    name: 'forget what has run out',
    everyS: 3600,
    run: async () => {
      const now = clock.now()
      await db.execute(sql`delete from rate_limit where expire < ${now.getTime()}`)
      await db.execute(sql`delete from used_captcha where expires_at < ${now}`)
      await db.execute(sql`delete from mail_link where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
      await db.execute(sql`delete from operator_link where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
      await db.execute(sql`delete from job where failed_at < ${new Date(now.getTime() - FAILED_JOBS_KEPT_MS)}`)
      await db.execute(sql`delete from session where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
      await db.execute(sql`
        delete from operator_session where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
    },
  },
]

const rateWork = (
  { rates: { feed }, perfectMoney }: Config,
  { db, clock, log }: Pick<Housekeeping, 'db' | 'clock' | 'log'>,
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
  { db, clock, live }: Pick<Housekeeping, 'db' | 'clock' | 'live'>,
): RecurringWork[] =>
  perfectMoney === null
    ? []
    : [
        { name: 'expire Perfect Money orders', everyS: 3600, run: () => expireOrders(db, clock) },
        {
          name: 'ask Perfect Money what was paid',
          everyS: 300,
          run: () => reconcilePerfectMoney({ db, clock, perfectMoney, onChanged: live.publish }),
        },
      ]
