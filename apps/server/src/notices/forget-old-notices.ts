import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** What they tell of is kept elsewhere, for good. */
const KEPT_MS = 180 * 24 * 60 * 60 * 1000

export async function forgetOldNotices(db: Database, clock: Clock): Promise<void> {
  await db.execute(sql`delete from notice where created_at < ${new Date(clock.now().getTime() - KEPT_MS)}`)
}
