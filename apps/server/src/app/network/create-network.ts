import { randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { codeOf, col, type Database, queryOne, sql } from '../../platform/database/database.ts'
import { grantRights, migrate } from '../../platform/database/migrate.ts'
import { isNetworkName, NETWORK_NAME_RULE } from '../../platform/database/network.ts'
import { roleOf } from '../commands/database-commands.ts'
import { readArguments, text, UsageError } from '../commands/help.ts'
import { hasSchema, onNetwork } from './on-network.ts'

type Print = (line: string) => void

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

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

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
