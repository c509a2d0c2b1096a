import { int4 } from '../../platform/db/columns.ts'
import { type Database, only } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { unlessLocked } from './unless-locked.ts'

/** Makes room for attempts two months ahead, by the time of the database, and answers how many months were made. */
export const makeAttemptMonths = (db: Database): Promise<number> =>
  unlessLocked(0, async () => only(await db.query(sql`select make_attempt_months() as made`, { made: int4 })).made)
