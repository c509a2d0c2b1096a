import { forgetOldRequests } from '../features/partner/admit-partner.ts'
import { wipeOldCodes } from '../features/partner/create-transaction.ts'
import { forgetOldKeys } from '../features/payments/housekeeping.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { RecurringWork } from '../platform/jobs.ts'
import type { Live } from '../platform/live.ts'
import { closeExpired } from '../transactions/close-transactions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SESSIONS_KEPT_MS = 180 * DAY_MS
/** Given up, and may hold what a letter was to say. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS

/** What has to be tidied from time to time, by whichever worker comes first. */
export const housekeeping = (db: Database, clock: Clock, live: Live): RecurringWork[] => [
  {
    name: 'close expired transactions',
    everyS: 10,
    run: async () => {
      const agents = await db.transaction((tx) => closeExpired(tx, clock.now()))
      for (const agentId of agents) live.publish(agentId, 'transactions')
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
      await db.query(sql`delete from rate_limit where expire < ${now.getTime()}`)
      await db.query(sql`delete from used_captcha where expires_at < ${now}`)
      await db.query(sql`delete from mail_link where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
      await db.query(sql`delete from job where failed_at < ${new Date(now.getTime() - FAILED_JOBS_KEPT_MS)}`)
      await db.query(sql`delete from session where expires_at < ${new Date(now.getTime() - SESSIONS_KEPT_MS)}`)
    },
  },
]
