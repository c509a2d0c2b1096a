import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Longer than any client keeps a form open; the transaction itself still moves money only once. */
const KEYS_KEPT_MS = 48 * 60 * 60 * 1000

export async function closeExpired(db: Database, clock: Clock) {
  await db.query(sql`
    update player_transaction set state = 'expired'
    where id in (
      select id from player_transaction where state = 'open' and expires_at <= ${clock.now()}
      limit 1000 for update skip locked)`)
}

export async function forgetOldKeys(db: Database, clock: Clock) {
  await db.query(sql`delete from idempotency_key where created_at < ${new Date(clock.now().getTime() - KEYS_KEPT_MS)}`)
}
