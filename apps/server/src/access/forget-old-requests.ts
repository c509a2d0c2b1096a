import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Requests that are forgotten are refused by their timestamp. */
export const forgetOldRequests = (db: Database, clock: Clock) =>
  db.execute(sql`delete from partner_request where forget_at < ${clock.now()}`)
