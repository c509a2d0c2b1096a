import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const NOTED_EVERY_MS = 60_000

/** Once a minute is enough to see whether a key is in use, and costs a busy partner nothing. */
export async function noteKeyUse(db: Queryable, keyId: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return
  await db.execute(sql`update partner_key set last_used_at = ${now} where id = ${keyId}`)
}
