import { col, type Database, only, type Queryable, query, queryOne, sql, type Tx } from './database.ts'
import { findWrongSchema, takeLock, WrongSchemaError } from './network.ts'
import type { SqlFile } from './read-schema.ts'

/** Another version of the program made the tables. */
export class OtherVersionError extends Error {}

/** The tables belong to another role, which has to bring them up to date. */
export class OutdatedTablesError extends Error {}

/**
 * Creates the network's schema and tables where they are missing, and replaces the functions that changed, all in one transaction. Processes that
 * start together take turns. Returns the names of the applied files. A role that does not own the tables applies nothing,
 * and refuses a database that is not up to date.
 */
export async function migrate(db: Database, schema: readonly SqlFile[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    await enterSchema(tx, db.network)
    const isOwner = await ownsTables(tx, db.network)
    if (isOwner) {
      await takeLock(tx, MIGRATE)
      await tx.script(SCHEMA_FILE_TABLE)
    }
    if (!(await hasTables(tx))) throw new OutdatedTablesError('there are none, and this role may not create them')
    const { lacking, gone } = await compareSchema(tx, schema)
    const names = lacking.map(({ name }) => name)
    if (lacking.length + gone.length === 0) return []
    if (!isOwner) throw new OutdatedTablesError(`not applied: ${[...names, ...gone].join(', ')}`)
    // Functions may call each other in any order: their bodies are checked at the end.
    await tx.script('set local check_function_bodies = off')
    for (const file of lacking) await withFileName(file, () => apply(tx, file))
    for (const name of gone) {
      await dropFunction(tx, name)
      await tx.execute(sql`delete from schema_file where name = ${name}`)
    }
    await tx.script('set local check_function_bodies = on')
    for (const file of schema) await withFileName(file, () => checkBody(tx, file))
    return names
  })
}

const MIGRATE = 'migrate'

/** Makes sure that statements find the schema of the network, and creates it before the first start. */
async function enterSchema(tx: Tx, network: string) {
  const wrong = await findWrongSchema(tx, network)
  if (wrong !== null) {
    throw new WrongSchemaError(
      `The connection uses the schema ${wrong} instead of ${network}: behind a pooler the role has the setting search_path, which npm run migrate sets`,
    )
  }
  const read = sql`
    select coalesce(current_schema() = ${network}, false) as is_there, exists (select 1 from pg_namespace where nspname = ${network}) as exists,
           has_database_privilege(current_database(), 'create') as may_create, to_regclass('public.schema_file') is not null as is_old`
  const columns = { is_there: col.bool, exists: col.bool, may_create: col.bool, is_old: col.bool }
  if (only(await tx.query(read, columns)).is_there) return
  // The same lock as below, which can't read the name of a schema that is missing.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${network}::text || ' ' || ${MIGRATE}::text, 0))`)
  const now = only(await tx.query(read, columns))
  if (now.is_there) return
  if (now.is_old) throw new OtherVersionError(MADE_BY_ANOTHER)
  if (now.exists) throw new OutdatedTablesError(`the role may not use the schema ${network}`)
  if (!now.may_create) throw new OutdatedTablesError(`there is no schema ${network}`)
  await tx.script(`create schema ${network}`)
}

const MADE_BY_ANOTHER =
  'This database was made by another version of Cashbox. Use that version, or an empty database; in the sandbox remove the folder data.'

const SCHEMA_FILE_TABLE = `
  create table if not exists schema_file (
    name text primary key, checksum text not null, signature text, applied_at timestamptz not null default now())`

/** Tables that are not there yet belong to whoever may create them. */
export const ownsTables = async (db: Queryable, network: string): Promise<boolean> =>
  (
    await queryOne(db, { is_owner: col.bool })`
    select coalesce((select pg_has_role(relowner, 'usage') from pg_class
                     where oid = to_regclass('schema_file')),
                    has_schema_privilege(to_regnamespace(${network}), 'create'),
                    has_database_privilege(current_database(), 'create')) as is_owner`
  ).is_owner

export const hasTables = async (db: Queryable) =>
  (await db.execute(sql`select 1 where to_regclass('schema_file') is not null`)) > 0

/** The files and functions in which database and program differ. Throws when another version made the tables. */
export async function compareSchema(db: Queryable, schema: readonly SqlFile[]) {
  const rows = await query(db, {
    name: col.text,
    checksum: col.text,
    signature: col.nullable(col.text),
  })`select name, checksum, signature from schema_file`
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const names = new Set(schema.map(({ name }) => name))
  const lacking = schema.filter(({ name, checksum }) => applied.get(name) !== checksum)
  const gone = rows.filter(({ name }) => !names.has(name))
  const hasTables = rows.some(({ signature }) => signature === null)
  if (hasTables && (lacking.some((file) => !file.function) || gone.some(({ signature }) => signature === null))) {
    throw new OtherVersionError(MADE_BY_ANOTHER)
  }
  return { lacking, gone: gone.map(({ name }) => name) }
}

async function apply(tx: Tx, file: SqlFile) {
  const signature = file.function?.signature ?? null
  const known = sql`select 1 from schema_file where name = ${file.name} and signature <> ${signature}`
  if (file.function && (await tx.execute(known)) > 0) await dropFunction(tx, file.name)
  await tx.script(file.text)
  await tx.execute(sql`
    insert into schema_file (name, checksum, signature) values (${file.name}, ${file.checksum}, ${signature})
    on conflict (name) do update set checksum = excluded.checksum, signature = excluded.signature,
      applied_at = excluded.applied_at`)
}

// Without "cascade": if a trigger still uses the function, this fails.
const dropFunction = (tx: Tx, name: string) => tx.script(`drop function if exists ${name.replace(/\.sql$/, '')}`)

/** Also for unchanged functions, because what they call may have changed. */
async function checkBody(tx: Tx, { function: made }: SqlFile) {
  if (!made) return
  const check =
    made.language === 'sql'
      ? sql`select fmgr_sql_validator(${made.name}::regproc)`
      : sql`select plpgsql_validator(${made.name}::regproc)`
  await tx.execute(check)
}

/** Adds the file's name to an error. It stays the same error, because its code decides about retries. */
async function withFileName({ name }: SqlFile, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}

/** Functions that run as the owner are not for everyone. Their files say so too, but a restore brings no rights. */
export const revokeFromPublic = `
  do $$ declare one regprocedure; begin
    for one in select oid from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace loop
      execute format('revoke all on function %s from public', one);
    end loop; end $$;`

/** Grants a role what the server and the worker need, and revokes everything else. */
export async function grantRights(tx: Tx, files: readonly SqlFile[], role: string): Promise<void> {
  const grants = files.flatMap((file) => file.grants)
  const { schema } = await queryOne(tx, { schema: col.text })`select quote_ident(current_schema()) as schema`
  const script = `
    revoke all on all tables in schema ${schema} from :server;
    grant usage on schema ${schema} to :server;
    grant usage on all sequences in schema ${schema} to :server;
    grant select on all tables in schema ${schema} to :server;
    ${revokeFromPublic}
    ${grants.join('\n')}`
  await tx.script(script.replaceAll(':server', `"${role.replaceAll('"', '""')}"`))
}
