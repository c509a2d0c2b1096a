import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** A status call may be late. */
const GRACE_MS = 24 * 60 * 60 * 1000

/** Closes unpaid orders. One that was paid in time is credited even after this. */
export async function expireOrders(db: Database, clock: Clock): Promise<void> {
  await db.execute(sql`
    update perfect_money_order set state = 'expired'
    where state = 'open' and expires_at < ${new Date(clock.now().getTime() - GRACE_MS)}`)
}
