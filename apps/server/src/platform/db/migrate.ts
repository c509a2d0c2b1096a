import { join } from 'node:path'
import { applyFunctions, checkBodies, dropFunctions, readApplied, readFunctions } from './apply-functions.ts'
import { text } from './columns.ts'
import type { Database, Tx } from './database.ts'
import { sql } from './sql.ts'
import { readSqlFiles, runSqlFile, type SqlFile } from './sql-files.ts'

export const DATABASE_FOLDER = join(import.meta.dirname, '../../../database')

/**
 * Brings tables and functions forward, all of it in one transaction or nothing, so that functions always fit the tables.
 * Processes that start together take turns. Answers which files were applied.
 */
export async function migrate(db: Database, folder = DATABASE_FOLDER): Promise<string[]> {
  const [migrations, triggers, functions] = await Promise.all([
    readSqlFiles(join(folder, 'migrations')),
    readFunctions(join(folder, 'functions/triggers')),
    readFunctions(join(folder, 'functions')),
  ])
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4205117)`)
    const missing = await findMissing(tx, migrations)
    const applied = await readApplied(tx)
    const files = [
      // First, because migrations bind them to tables.
      ...(await applyFunctions(tx, triggers, applied)),
      ...(await applyMigrations(tx, missing)),
      ...(await applyFunctions(tx, functions, applied)),
    ]
    const dropped = await dropFunctions(tx, [...triggers, ...functions], applied)
    if (files.length + dropped.length > 0) await checkBodies(tx)
    return files
  })
}

async function findMissing(tx: Tx, migrations: readonly SqlFile[]) {
  await tx.script(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const done = await tx.query(sql`select name, checksum from schema_migration order by name collate "C"`, {
    name: text,
    checksum: text,
  })
  for (const [index, { name, checksum }] of done.entries()) {
    const migration = migrations[index]
    if (migration?.name !== name) {
      throw new Error(`The database was written by another version of Cashbox: it has migration ${name}.`)
    }
    if (migration.checksum !== checksum) throw new Error(`Migration ${name} was changed after it had been applied.`)
  }
  return migrations.slice(done.length)
}

async function applyMigrations(tx: Tx, migrations: readonly SqlFile[]) {
  for (const migration of migrations) {
    await runSqlFile(tx, migration)
    await tx.execute(
      sql`insert into schema_migration (name, checksum) values (${migration.name}, ${migration.checksum})`,
    )
  }
  return migrations.map(({ name }) => name)
}
