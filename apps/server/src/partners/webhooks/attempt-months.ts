import { col, type Database, isLockedOut, only, queryOne, sql } from '@cashbox/postgres/database'
import { type Clock, DAY_MS } from '../../platform/clock.ts'

/** Creates partitions two months ahead, by the database's clock, and returns how many. */
export const makeAttemptMonths = (db: Database): Promise<number> =>
  unlessLocked(0, async () => (await queryOne(db, { made: col.int4 })`select make_attempt_months() as made`).made)

/** Returns the dropped months, such as 2026-05. Events and the attempts at events that still fail are kept. */
export const forgetOldAttempts = (db: Database, clock: Clock, keptDays: number): Promise<string[]> =>
  unlessLocked([], async () => {
    const before = new Date(clock.now().getTime() - keptDays * DAY_MS)
    const statement = sql`select forget_attempts(${before}) as months`
    return only(await db.withLongTimeouts().query(statement, { months: col.textArray })).months
  })

/** A running back-up locks all tables. The job then does nothing; it runs again an hour later. */
async function unlessLocked<Value>(otherwise: Value, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (isLockedOut(error)) return otherwise
    throw error
  }
}
