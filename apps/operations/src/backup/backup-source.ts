import { col, type Database, only, type Queryable, query, sql } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'

export type RowCounts = Readonly<Record<string, number>>

interface Copy {
  readonly madeAt: Date
  /** Null where the copy is not of the moment in which rows could be counted. */
  readonly rows: RowCounts | null
  readonly parts: AsyncIterable<Uint8Array>
}

/** The database to be backed up, as it is: it is not brought up to date. */
export interface BackupSource {
  /** What a file of it is: of pg_dump, or the folder of a database. */
  readonly kind: 'dump' | 'tar'
  /** Refuses at once what would fail after the copy is made. */
  refuseWithoutRights(options: { readonly isUnchecked: boolean }): Promise<void>
  copy<T>(work: (copy: Copy) => Promise<T>): Promise<T>
  /** Restores a copy into a scratch database, which is removed afterwards. */
  inScratch<T>(parts: AsyncIterable<Uint8Array>, work: (db: Database) => Promise<T>): Promise<T>
  note(note: BackupNote): Promise<void>
  close(): Promise<void>
}

export async function countRows(db: Queryable): Promise<RowCounts> {
  const tables = await query(db, {
    name: col.text,
  })`select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by tablename`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const statement = { name: '', text: `select count(*) from ${name}`, values: [] }
    counts[name] = Number(only(await db.query(statement, { count: col.int8 })).count)
  }
  return counts
}

/** What the database remembers of a back-up, for alerts and the checklist. */
export const BackupNote = z.object({
  made_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  bytes: z.int(),
  broken_rules: z.nullable(z.int()),
})
export type BackupNote = z.infer<typeof BackupNote>

export async function noteBackup(db: Queryable, note: BackupNote): Promise<void> {
  await db.execute(sql`
    insert into backup (id, made_at, finished_at, bytes, broken_rules)
    values (${uuidv7()}, ${new Date(note.made_at)}, ${new Date(note.finished_at)}, ${note.bytes}, ${note.broken_rules})`)
}
