import { sql } from '@cashbox/postgres/database'
import { DAY_MS } from '../platform/clock.ts'
import type { RecurringWork } from '../platform/jobs/jobs.ts'
import type { JobServices } from '../platform/services.ts'
import { forgetOldRequests } from './admit-partner.ts'

/** Failed jobs may contain the text of a mail. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS

export const accessJobs = ({ config, db, clock }: JobServices): RecurringWork[] => [
  { name: 'forget old partner requests', everyS: 600, run: () => forgetOldRequests(db, clock) },
  {
    name: 'forget what has run out',
    everyS: 3600,
    run: async () => {
      const now = clock.now()
      const loginsBefore = new Date(now.getTime() - config.keepLoginDays * DAY_MS)
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
