import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** True when it was live until now. */
export async function disableKey(db: Queryable, id: string, at: Date): Promise<boolean> {
  const disabled = await db.execute(
    sql`update partner_key set disabled_at = ${at} where id = ${id} and disabled_at is null`,
  )
  return disabled > 0
}
