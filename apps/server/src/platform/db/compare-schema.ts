import { type AppliedFunctions, readApplied } from './apply-functions.ts'
import { text } from './columns.ts'
import type { Queryable } from './database.ts'
import type { Schema } from './read-schema.ts'
import { sql } from './sql.ts'
import type { SqlFile } from './sql-files.ts'

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
