import type { Clock } from '../../platform/clock.ts'
import { textArray } from '../../platform/db/columns.ts'
import { type Database, only } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { unlessLocked } from './unless-locked.ts'

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
