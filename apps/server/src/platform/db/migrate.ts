import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RowOf, text } from './columns.ts'
import type { Database, Tx } from './database.ts'
import { sql } from './sql.ts'

const DIRECTORY = join(import.meta.dirname, '../../../migrations')

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Brings the database forward. Each migration is one transaction; processes that start together take turns. */
export async function migrate(db: Database, directory = DIRECTORY): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const applied: string[] = []
  for (let next = await applyNext(db, migrations); next !== null; next = await applyNext(db, migrations)) {
    applied.push(next)
  }
  return applied
}

const applied = { name: text, checksum: text }

const applyNext = (db: Database, migrations: Migration[]) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4205117)`)
    await tx.script(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const done = await tx.query(sql`select name, checksum from schema_migration order by name`, applied)
    refuseDrift(done, migrations)
    const next = migrations[done.length]
    return next ? await apply(tx, next) : null
  })

function refuseDrift(done: RowOf<typeof applied>[], migrations: Migration[]) {
  for (const [index, { name, checksum }] of done.entries()) {
    const migration = migrations[index]
    if (migration?.name !== name) {
      throw new Error(`The database was written by another version of Cashbox: it has migration ${name}.`)
    }
    if (migration.checksum !== checksum) throw new Error(`Migration ${name} was changed after it had been applied.`)
  }
}

async function apply(tx: Tx, { name, text, checksum }: Migration) {
  await tx.script(text)
  await tx.execute(sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`)
  return name
}
