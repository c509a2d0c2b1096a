import { version } from '../version.ts'
import { bool, type RowOf, text } from './columns.ts'
import type { Tx } from './database.ts'
import { sql } from './sql.ts'
import { naming, readSqlFiles, runSqlFile, type SqlFile } from './sql-files.ts'

export interface FunctionFile extends SqlFile {
  /** The function's name, which is also the file's. */
  readonly function: string
  /** Parameters and result: what `create or replace` can't change. */
  readonly signature: string
}

export const readFunctions = async (folder: string): Promise<FunctionFile[]> =>
  (await readSqlFiles(folder)).map(toFunction)

function toFunction(file: SqlFile): FunctionFile {
  const heads = [...file.text.matchAll(/^create or replace function (\w+)(\(.*?)\s+language\b/gims)]
  const [head] = heads
  if (!head?.[1] || !head[2] || heads.length > 1 || `${head[1]}.sql` !== file.name) {
    throw new Error(`${file.name} must hold one "create or replace function" of that name.`)
  }
  return { ...file, function: head[1], signature: head[2].replaceAll(/\s+/g, ' ') }
}

const appliedColumns = { name: text, checksum: text, signature: text, version: text }

type Applied = RowOf<typeof appliedColumns>

/** What the database has. Refuses one that a newer version wrote: its tables may fit the newer functions only. */
export async function readApplied(tx: Tx): Promise<Map<string, Applied>> {
  await tx.script(`create table if not exists schema_function (
    name text primary key, checksum text not null, signature text not null, version text not null,
    applied_at timestamptz not null default now())`)
  const rows = await tx.query(sql`select name, checksum, signature, version from schema_function`, appliedColumns)
  const newer = rows.find((row) => isNewer(row.version, version))
  if (newer) throw new Error(`The database was written by another version of Cashbox: ${newer.version}.`)
  return new Map(rows.map((row) => [row.name, row]))
}

const isNewer = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) > 0

/** Replaces the functions whose file changed. They may call each other in any order: `checkBodies` comes at the end. */
export async function applyFunctions(tx: Tx, files: readonly FunctionFile[], applied: Map<string, Applied>) {
  const changed = files.filter((file) => applied.get(file.function)?.checksum !== file.checksum)
  await tx.script('set local check_function_bodies = off')
  for (const file of changed) {
    const before = applied.get(file.function)
    if (before && before.signature !== file.signature) await drop(tx, file.function)
    await runSqlFile(tx, file)
    await tx.execute(sql`
      insert into schema_function (name, checksum, signature, version)
      values (${file.function}, ${file.checksum}, ${file.signature}, ${version})
      on conflict (name) do update set checksum = excluded.checksum, signature = excluded.signature,
        version = excluded.version, applied_at = excluded.applied_at`)
  }
  return changed.map(({ name }) => name)
}

/** Drops the functions whose file is gone. */
export async function dropFunctions(tx: Tx, files: readonly FunctionFile[], applied: Map<string, Applied>) {
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
