import { randomBytes } from 'node:crypto'
import { codeOf, col, type Database, query, queryOne, sql } from '@cashbox/postgres/database'
import { compareSchema, OtherVersionError } from '@cashbox/postgres/migrate'
import { isNetworkName, NETWORK_NAME_RULE } from '@cashbox/postgres/network'
import { grantRights, migrate, readSchema } from '@cashbox/server/app/schema'
import type { Config } from '@cashbox/server/platform/config'
import { NotUnderstood, type Print, readArguments, text, UsageError } from '../command-line/help.ts'
import { hasSchema, onNetwork, roleOf } from '../database/network.ts'
import { moveCommand } from './move-command.ts'
import { quote } from './network-database.ts'
import { removeNetwork } from './remove-network.ts'

export async function networkCommand(
  config: Config,
  [action, ...args]: readonly string[],
  print: Print,
): Promise<void> {
  if (action === 'create') return createNetwork(config, args, print)
  if (action === 'list' && args.length === 0) return listNetworks(config, print)
  if (action === 'remove') return removeNetwork(config, args, print)
  if (action === 'move') return moveCommand(config, args, print)
  throw new NotUnderstood('network')
}

const MAY_NOT = '42501'

/**
 * Creates the schema, its tables and functions, and gives the role of its processes its rights: without --role that of
 * DATABASE_URL, where another one owns the tables.
 */
export async function createNetwork(config: Config, args: readonly string[], print: Print): Promise<void> {
  const { values, positionals } = readArguments('network', args, { role: text }, 1)
  const [network = ''] = positionals
  if (!isNetworkName(network)) throw new UsageError(`The name of a network is ${NETWORK_NAME_RULE}.`)
  const { databaseUrl, databaseOwnerUrl } = config
  const serverRole = databaseOwnerUrl === null || databaseUrl === null ? null : roleOf(databaseUrl)
  const role = values.role ?? serverRole
  await onNetwork(config, network, async (db) => {
    const isTaken = new UsageError(`There is a schema ${network} in this database already. Choose another name.`)
    if (await hasSchema(db)) throw isTaken
    // Nothing is applied when another process has created it meanwhile.
    if ((await migrate(db.withLongTimeouts())).length === 0) throw isTaken
    print(`Created the network ${network}.`)
    if (role === null) return
    await createRole(db, role, print)
    await db.transaction((tx) => grantRights(tx, role))
    print(`The role ${role} has its rights.`)
    await setSearchPath(db, role, print)
  })
  print(`Set CASHBOX_NETWORK=${network} for its processes, with a CASHBOX_SECRET and addresses of their own.`)
}

async function createRole(db: Database, role: string, print: Print) {
  if ((await db.execute(sql`select 1 from pg_roles where rolname = ${role}`)) > 0) return
  const password = randomBytes(24).toString('base64url')
  try {
    await db.transaction((tx) => tx.script(`create role ${quote(role)} login password '${password}'`))
  } catch (error) {
    if (!isDenied(error)) throw error
    throw new UsageError(
      `There is no role ${role}, and this one may not create it. Create it, then run "cashbox migrate" with CASHBOX_NETWORK=${db.network}.`,
    )
  }
  print(`Created the role ${role} with the password ${password}`)
  print('The password is shown only once.')
}

const isDenied = (error: unknown) => codeOf(error) === MAY_NOT

/** Only a pooler needs it: everyone else says it for each connection. A role that has another network keeps that. */
async function setSearchPath(db: Database, role: string, print: Print) {
  const { path } = await queryOne(db, { path: col.nullable(col.text) })`
    select (select split_part(setting, '=', 2) from pg_db_role_setting cross join unnest(setconfig) as setting
            where setrole = (select oid from pg_roles where rolname = ${role}) and starts_with(setting, 'search_path=')
              and setdatabase = (select oid from pg_database where datname = current_database())) as path`
  if (path !== null)
    return print(`Behind a pooler ${role} would use ${path}: give the network a role of its own there.`)
  const { database } = await queryOne(db, { database: col.text })`select quote_ident(current_database()) as database`
  const statement = `alter role ${quote(role)} in database ${database} set search_path = ${db.network}, pg_temp`
  await db
    .transaction((tx) => tx.script(statement))
    .catch((error: unknown) => {
      if (!isDenied(error)) throw error
      print(`Behind a pooler, a superuser has to run: ${statement}`)
    })
}

/** Every network of the database: release, mode, size, agents, last confirmation, and whether a move has sealed it. */
export async function listNetworks(config: Config, print: Print): Promise<void> {
  const rows = await onNetwork(
    config,
    config.network,
    (db) =>
      query(db, { name: col.text, may_read: col.bool, size: col.text, is_sealed: col.bool })`
      select nspname::text as name, has_schema_privilege(pg_namespace.oid, 'usage') as may_read,
             pg_size_pretty((select coalesce(sum(pg_total_relation_size(part.oid)), 0) from pg_class as part
               where part.relnamespace = pg_namespace.oid and part.relkind = 'r')) as size,
             exists (select 1 from pg_trigger join pg_class as sealed on sealed.oid = tgrelid
               where tgname = 'sealed' and sealed.relnamespace = pg_namespace.oid) as is_sealed
      from pg_namespace join pg_class on pg_class.relnamespace = pg_namespace.oid and relname = 'schema_file'
      order by nspname`,
  )
  if (rows.length === 0) print('There is no network in this database.')
  for (const { name, may_read, size, is_sealed } of rows) {
    const facts = may_read ? await onNetwork(config, name, readFacts) : 'this role may not read it'
    print(`${name}  ${is_sealed ? 'sealed' : 'active'}, ${size}, ${facts}`)
  }
}

async function readFacts(db: Database): Promise<string> {
  const schema = await readSchema()
  try {
    const { lacking, gone } = await compareSchema(db, schema)
    const state = lacking.length + gone.length === 0 ? 'up to date' : 'its functions are of another release'
    const { mode, agents, last } = await queryOne(db, {
      mode: col.nullable(col.text),
      agents: col.int8,
      last: col.nullable(col.timestamptz),
    })`
      select (select mode from installation) as mode, (select count(*) from agent where not is_demo) as agents,
             (select max(finished_at) from confirmation) as last`
    const confirmed = last === null ? 'nothing confirmed yet' : `last confirmation ${last.toISOString()}`
    return `${state}, ${mode ?? 'never started'}, ${agents} agents, ${confirmed}`
  } catch (error) {
    if (error instanceof OtherVersionError) return 'its tables are of another release'
    throw error
  }
}
