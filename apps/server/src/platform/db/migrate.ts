import { join } from 'node:path'
import { applyFunctions, changedFunctions, checkBodies, dropFunctions } from './apply-functions.ts'
import { bool } from './columns.ts'
import { compareSchema } from './compare-schema.ts'
import { type Database, only, type Tx } from './database.ts'
import { readSchema } from './read-schema.ts'
import { sql } from './sql.ts'
import { runSqlFile, type SqlFile } from './sql-files.ts'

export const DATABASE_FOLDER = join(import.meta.dirname, '../../../database')

/** The tables belong to another role, which has to bring them up to date. */
export class OutdatedTablesError extends Error {}

/**
 * Brings tables and functions forward, all of it in one transaction or nothing, so that functions always fit the tables.
 * Processes that start together take turns. Answers which files were applied. A role that does not own the tables applies
 * none, and refuses tables that are not up to date. Functions that are newer are left as they are.
 */
export async function migrate(db: Database, folder = DATABASE_FOLDER): Promise<string[]> {
  const schema = await readSchema(folder)
  const { triggers, others } = schema.functions
  const functions = [...triggers, ...others]
  return db.transaction(async (tx) => {
    const isOwner = await ownsTables(tx)
    if (isOwner) {
      await tx.execute(sql`select pg_advisory_xact_lock(4205117)`)
      await tx.script(BOOKS)
    }
    const { isNewer, missing, applied } = await compareSchema(tx, schema)
    if (isNewer) return []
    if (!isOwner) {
      const behind = [...missing, ...changedFunctions(functions, applied)]
      if (behind.length > 0) throw new OutdatedTablesError(`not applied: ${behind.map(({ name }) => name).join(', ')}`)
      return []
    }
    const files = [
      // First, because migrations bind them to tables.
      ...(await applyFunctions(tx, triggers, applied)),
      ...(await applyMigrations(tx, missing)),
      ...(await applyFunctions(tx, others, applied)),
    ]
    const dropped = await dropFunctions(tx, functions, applied)
    if (files.length + dropped.length > 0) await checkBodies(tx)
    return files
  })
}

/** What was applied to this database. */
const BOOKS = `
  create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists schema_function (
    name text primary key, checksum text not null, signature text not null, version text not null,
    applied_at timestamptz not null default now(), revision integer not null default 0)`

/** An empty database has no owner yet. */
const ownsTables = async (tx: Tx): Promise<boolean> =>
  only(
    await tx.query(
      sql`
        select coalesce((select pg_has_role(relowner, 'usage') from pg_class
                         where oid = to_regclass('schema_migration')), true) as is_owner`,
      { is_owner: bool },
    ),
  ).is_owner

async function applyMigrations(tx: Tx, migrations: readonly SqlFile[]) {
  for (const migration of migrations) {
    await runSqlFile(tx, migration)
    await tx.execute(sql`
      insert into schema_migration (name, checksum) values (${migration.name}, ${migration.checksum})`)
  }
  return migrations.map(({ name }) => name)
}
