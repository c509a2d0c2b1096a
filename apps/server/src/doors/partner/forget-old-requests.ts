import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const IDS_KEPT_MS = 60 * 60 * 1000

/** Older ones are refused by their timestamp. */
export const forgetOldRequests = (db: Database, clock: Clock) =>
  db.execute(sql`delete from partner_request where received_at < ${new Date(clock.now().getTime() - IDS_KEPT_MS)}`)
