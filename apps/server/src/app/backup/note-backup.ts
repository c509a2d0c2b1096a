import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { bool } from '../../platform/db/columns.ts'
import { only, type Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What the database remembers of a back-up, for alerts and the checklist. */
export const BackupNote = z.object({
  made_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  bytes: z.int(),
  migration: z.string(),
  broken_rules: z.nullable(z.int()),
})
export type BackupNote = z.infer<typeof BackupNote>

/** False where the tables are older than this table, as before an upgrade. */
export async function noteBackup(db: Queryable, note: BackupNote): Promise<boolean> {
  const there = await db.query(sql`select to_regclass('backup') is not null as is_there`, { is_there: bool })
  if (!only(there).is_there) return false
  await db.execute(sql`
    insert into backup (id, made_at, finished_at, bytes, migration, broken_rules)
    values (${uuidv7()}, ${new Date(note.made_at)}, ${new Date(note.finished_at)}, ${note.bytes}, ${note.migration},
            ${note.broken_rules})`)
  return true
}
