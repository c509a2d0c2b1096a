import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Longer than any client keeps a form open; the transaction itself still moves money only once. */
const KEYS_KEPT_MS = 48 * 60 * 60 * 1000

export async function forgetOldKeys(db: Database, clock: Clock) {
  await db.execute(
    sql`delete from idempotency_key where created_at < ${new Date(clock.now().getTime() - KEYS_KEPT_MS)}`,
  )
}
