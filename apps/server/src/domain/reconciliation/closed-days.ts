import type { Clock } from '../../platform/clock.ts'
import { int8 } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A confirmation that began before midnight has been written by then. */
const SETTLED_AFTER_MS = 5 * 60 * 1000

const dayText = (time: Date) => time.toISOString().slice(0, 10)

export const nextDay = (day: string) => dayText(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS))

/** The moment at which a UTC day ends. */
export const endOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

/** The latest UTC day that is over. In a sandbox its time may have been moved forward. */
export async function lastClosedDay(db: Queryable, clock: Clock): Promise<string> {
  const [moved] = await db.query(sql`select moved_s from installation`, { moved_s: int8 })
  const now = clock.now().getTime() + Number(moved?.moved_s ?? 0n) * 1000
  return dayText(new Date(now - SETTLED_AFTER_MS - DAY_MS))
}
