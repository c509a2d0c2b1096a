import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Requests that are forgotten are refused by their timestamp. */
export const forgetOldRequests = (db: Database, clock: Clock) =>
  db.execute(sql`delete from partner_request where forget_at < ${clock.now()}`)
