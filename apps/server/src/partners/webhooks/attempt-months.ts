import type { Clock } from '../../platform/clock.ts'
import { type Database, int4, isLockedOut, only, sql, textArray } from '../../platform/database/database.ts'

/** Makes room for attempts two months ahead, by the time of the database, and answers how many months were made. */
export const makeAttemptMonths = (db: Database): Promise<number> =>
  unlessLocked(0, async () => only(await db.query(sql`select make_attempt_months() as made`, { made: int4 })).made)

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Answers the months that were dropped, such as 2026-05. The events stay: partners read them in order, from the first on. What
 * still fails keeps its attempts.
 */
export const forgetOldAttempts = (db: Database, clock: Clock, keptDays: number): Promise<string[]> =>
  unlessLocked([], async () => {
    const before = new Date(clock.now().getTime() - keptDays * DAY_MS)
    const statement = sql`select forget_attempts(${before}) as months`
    return only(await db.patiently().query(statement, { months: textArray })).months
  })

/** A back-up reads all tables for as long as it takes. What can't change one meanwhile is done an hour later. */
async function unlessLocked<Value>(otherwise: Value, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (isLockedOut(error)) return otherwise
    throw error
  }
}
