import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** An expired key opens nothing; this also makes room for another one. */
export const disableExpiredKeys = (db: Queryable, now: Date) =>
  db.execute(sql`
    update partner_key set disabled_at = expires_at where expires_at <= ${now} and disabled_at is null`)
