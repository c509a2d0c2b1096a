import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { version } from '../version.ts'
import { bool, int4, type RowOf, text } from './columns.ts'
import type { Queryable, Tx } from './database.ts'
import { sql } from './sql.ts'
import { naming, readSqlFiles, runSqlFile, type SqlFile } from './sql-files.ts'

export interface FunctionFile extends SqlFile {
  /** The function's name, which is also the file's. */
  readonly function: string
  /** Parameters and result: what `create or replace` can't change. */
  readonly signature: string
  /** How many texts it has had: by it an older program knows that the database has a newer one. */
  readonly revision: number
}

export interface FunctionFiles {
  /** Those that triggers call. */
  readonly triggers: readonly FunctionFile[]
  readonly others: readonly FunctionFile[]
}

/** The functions of `database/functions`. */
export async function readFunctions(folder: string): Promise<FunctionFiles> {
  const [triggers, others, revisions] = await Promise.all([
    readSqlFiles(join(folder, 'triggers')),
    readSqlFiles(folder),
    readRevisions(folder),
  ])
  const toFunctions = (files: readonly SqlFile[]) =>
    files.map((file) => toFunction(file, revisions.get(file.name) ?? 0))
  return { triggers: toFunctions(triggers), others: toFunctions(others) }
}

/** `checksums.txt` has a line for each text that a function has had. */
async function readRevisions(folder: string): Promise<Map<string, number>> {
  const lines = (await readFile(join(folder, 'checksums.txt'), 'utf8')).split('\n').filter(Boolean)
  const texts = Map.groupBy(lines, (line) => basename(line.slice(66)))
  return new Map([...texts].map(([name, { length }]) => [name, length]))
}

function toFunction(file: SqlFile, revision: number): FunctionFile {
  const heads = [...file.text.matchAll(/^create or replace function (\w+)(\(.*?)\s+language\b/gims)]
  const [head] = heads
  if (!head?.[1] || !head[2] || heads.length > 1 || `${head[1]}.sql` !== file.name) {
    throw new Error(`${file.name} must hold one "create or replace function" of that name.`)
  }
  return { ...file, function: head[1], signature: head[2].replaceAll(/\s+/g, ' '), revision }
}

const appliedColumns = { name: text, checksum: text, signature: text, revision: int4 }

export type AppliedFunctions = ReadonlyMap<string, RowOf<typeof appliedColumns>>

/** What the database has. The column `revision` is younger than the table, and only its owner can add it. */
export async function readApplied(db: Queryable): Promise<AppliedFunctions> {
  const rows = await db.query(
    sql`
      select name, checksum, signature, coalesce((to_jsonb(schema_function) ->> 'revision')::integer, 0) as revision
      from schema_function`,
    appliedColumns,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

export const changedFunctions = (files: readonly FunctionFile[], applied: AppliedFunctions) =>
  files.filter((file) => {
    const before = applied.get(file.function)
    return before?.checksum !== file.checksum || before.revision !== file.revision
  })

/** Replaces the functions whose file changed. They may call each other in any order: `checkBodies` comes at the end. */
export async function applyFunctions(tx: Tx, files: readonly FunctionFile[], applied: AppliedFunctions) {
  const changed = changedFunctions(files, applied)
  await tx.script('set local check_function_bodies = off')
  for (const file of changed) {
    const before = applied.get(file.function)
    if (before && before.signature !== file.signature) await drop(tx, file.function)
    await runSqlFile(tx, file)
    await tx.execute(sql`
      insert into schema_function (name, checksum, signature, revision, version)
      values (${file.function}, ${file.checksum}, ${file.signature}, ${file.revision}, ${version})
      on conflict (name) do update set checksum = excluded.checksum, signature = excluded.signature,
        revision = excluded.revision, version = excluded.version, applied_at = excluded.applied_at`)
  }
  return changed.map(({ name }) => name)
}

/** Drops the functions whose file is gone. */
export async function dropFunctions(tx: Tx, files: readonly FunctionFile[], applied: AppliedFunctions) {
  const kept = new Set(files.map((file) => file.function))
  const gone = [...applied.keys()].filter((name) => !kept.has(name))
  for (const name of gone) {
    await drop(tx, name)
    await tx.execute(sql`delete from schema_function where name = ${name}`)
  }
  return gone
}

// Without "cascade": what still depends on the function, such as a trigger, makes this fail and stays.
const drop = (tx: Tx, name: string) => tx.script(`drop function if exists ${name}`)

/** Holds every function against the tables as they are now, also one that did not change itself. */
export async function checkBodies(tx: Tx) {
  await tx.script('set local check_function_bodies = on')
  const statement = sql`
    select applied.name, language.lanname = 'sql' as is_sql
    from schema_function as applied
    join pg_proc as routine on routine.oid = applied.name::regproc
    join pg_language as language on language.oid = routine.prolang
    order by applied.name`
  for (const { name, is_sql } of await tx.query(statement, { name: text, is_sql: bool })) {
    const check = is_sql
      ? sql`select fmgr_sql_validator(${name}::regproc)`
      : sql`select plpgsql_validator(${name}::regproc)`
    await naming(`${name}.sql`, () => tx.execute(check))
  }
}
