import { version } from '../version.ts'
import { bool, int4, type RowOf, text } from './columns.ts'
import type { Queryable, Tx } from './database.ts'
import { type FunctionFile, naming, runSqlFile } from './read-schema.ts'
import { sql } from './sql.ts'

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
