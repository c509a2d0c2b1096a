import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** What was done to each row stays in the audit. */
export const forgetOldRuns = (db: Database, clock: Clock): Promise<number> =>
  db.execute(sql`delete from bulk_run where started_at < ${new Date(clock.now().getTime() - KEPT_MS)}`)
