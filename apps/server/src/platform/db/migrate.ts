import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AppliedFunctions,
  applyFunctions,
  changedFunctions,
  checkBodies,
  dropFunctions,
  readApplied,
} from './apply-functions.ts'
import { bool, text } from './columns.ts'
import { type Database, only, type Queryable, type Tx } from './database.ts'
import { readSchema, runSqlFile, type Schema, type SqlFile } from './read-schema.ts'
import { sql } from './sql.ts'

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

/** Another program wrote the database, and this one can't run on it. */
export class UnfitDatabaseError extends Error {}

interface Comparison {
  /** The database has newer functions, and this program may run on it as it is. */
  readonly isNewer: boolean
  /** Migrations that the database lacks. */
  readonly missing: readonly SqlFile[]
  readonly applied: AppliedFunctions
}

/** Holds what the database has against what this program brings. Refuses a database that this program can't run on. */
export async function compareSchema(db: Queryable, schema: Schema): Promise<Comparison> {
  const [done, applied] = [await readDone(db), await readApplied(db)]
  checkMigrations(done, schema)
  const missing = schema.migrations.slice(done.length)
  const functions = [...schema.functions.triggers, ...schema.functions.others]
  const revisions = new Map(functions.map((file) => [file.function, file.revision]))
  const newer = [...applied.values()].filter(({ name, revision }) => revision > (revisions.get(name) ?? 0))
  const isNewer = newer.length > 0
  if (isNewer) {
    const older = functions.filter((file) => file.revision > (applied.get(file.function)?.revision ?? 0))
    const lacks = [...missing, ...older].map(({ name }) => name)
    const has = newer.map(({ name }) => name)
    if (lacks.length > 0) throw foreign(`it has ${has.join(', ')} and lacks ${lacks.join(', ')}`)
  }
  return { isNewer, missing, applied }
}

const readDone = (db: Queryable) =>
  db.query(sql`select name, checksum from schema_migration order by name collate "C"`, { name: text, checksum: text })

function checkMigrations(done: Awaited<ReturnType<typeof readDone>>, { migrations }: Schema) {
  for (const [index, { name, checksum }] of done.entries()) {
    const migration = migrations[index]
    if (migration?.name !== name) throw foreign(`it has migration ${name}`)
    if (migration.checksum !== checksum)
      throw new UnfitDatabaseError(`Migration ${name} was changed after it had been applied.`)
  }
}

const foreign = (why: string) =>
  new UnfitDatabaseError(`The database was written by another version of Cashbox: ${why}.`)

/** Gives a role what serving and working need, and takes away what it had beside that. */
export async function grantRights(tx: Tx, role: string): Promise<void> {
  const rights = await readFile(join(DATABASE_FOLDER, 'rights.sql'), 'utf8')
  await tx.script(rights.replaceAll(':role', `"${role.replaceAll('"', '""')}"`))
}
