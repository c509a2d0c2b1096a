import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export const forgetDeletedViews = (db: Database, clock: Clock): Promise<number> =>
  db.execute(sql`delete from list_view where deleted_at < ${new Date(clock.now().getTime() - KEPT_MS)}`)
