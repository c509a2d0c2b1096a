import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const CODES_KEPT_MS = 24 * 60 * 60 * 1000

/** By then a partner who lost the first answer has asked again. */
export const wipeOldCodes = (db: Database, clock: Clock) =>
  db.execute(sql`
    update player_transaction set sealed_code = null
    where sealed_code is not null and created_at < ${new Date(clock.now().getTime() - CODES_KEPT_MS)}`)
