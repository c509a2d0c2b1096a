import { randomInt } from 'node:crypto'
import { closing } from '@cashbox/postgres/database'
import { compareSchema } from '@cashbox/postgres/migrate'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { readSchema } from '@cashbox/server/app/schema'
import { UsageError } from '../command-line/help.ts'
import { OLDEST_VERSION } from '../database/network.ts'
import { type NetworkDatabase, quote, readOne } from './network-database.ts'

/** Refuses a move that could not succeed, before anything is changed. */
export async function checkDatabases(source: NetworkDatabase, target: NetworkDatabase): Promise<void> {
  const problems = [...(await checkSource(source)), ...(await checkTarget(source, target))]
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
}

interface Abilities {
  readonly version: number
  readonly encoding: string
  readonly wal_level: string
  readonly free_slots: number
  readonly workers: number
  readonly is_super: boolean
  readonly may_replicate: boolean
  readonly may_subscribe: boolean
  readonly may_create: boolean
}

const readAbilities = async (database: NetworkDatabase) =>
  (
    await database.query<Abilities>(
      `select current_setting('server_version_num')::integer / 10000 as version, current_setting('server_encoding') as encoding,
              current_setting('wal_level') as wal_level,
              current_setting('max_replication_slots')::integer - (select count(*)::integer from pg_replication_slots) as free_slots,
              current_setting('max_logical_replication_workers')::integer as workers,
              rolsuper as is_super, rolsuper or rolreplication as may_replicate,
              rolsuper or exists (select from pg_roles as granted where granted.rolname = 'pg_create_subscription'
                                  and pg_has_role(granted.oid, 'usage')) as may_subscribe,
              has_database_privilege(current_database(), 'create') as may_create
       from pg_roles where rolname = current_user`,
    )
  )[0] as Abilities

async function checkSource(source: NetworkDatabase): Promise<string[]> {
  const is = await readAbilities(source)
  if (await hasLeft(source)) return ['The network is not here any more: set DATABASE_URL to where it is now.']
  const problems: string[] = []
  if (is.wal_level !== 'logical')
    problems.push('The old database needs wal_level = logical: "alter system set wal_level = logical", and a restart.')
  // One for the changes, and one for each table that is being copied.
  if (is.free_slots < 3)
    problems.push('The old database needs three free replication slots: raise max_replication_slots.')
  if (!is.may_replicate)
    problems.push('The role in the old database needs the attribute replication, or to be a superuser.')
  const { lacking, gone } = await closing(connectForCommand(source.url, source.network), async (db) =>
    compareSchema(db, await readSchema()),
  )
  if (lacking.length + gone.length > 0) problems.push('The network is of another release: run npm run migrate first.')
  return problems
}

async function checkTarget(source: NetworkDatabase, target: NetworkDatabase): Promise<string[]> {
  if (await isSameDatabase(source, target)) return ['The new database is the database that the network is in.']
  const [is, was] = [await readAbilities(target), await readAbilities(source)]
  const problems: string[] = []
  if (is.version < OLDEST_VERSION)
    problems.push(`The new database is PostgreSQL ${is.version}: use ${OLDEST_VERSION} or newer.`)
  if (is.encoding !== was.encoding)
    problems.push(`The new database has the encoding ${is.encoding}, and the old one ${was.encoding}.`)
  if (is.workers < 2) problems.push('The new database needs max_logical_replication_workers of 2 at least.')
  if (!is.may_subscribe) {
    const needed = is.version < 16 ? 'to be a superuser' : 'pg_create_subscription, or to be a superuser'
    problems.push(`The role in the new database needs ${needed}.`)
  }
  if (!is.may_create) problems.push('The role in the new database may not create a schema.')
  return [...problems, ...(await checkEmpty(target))]
}

const hasLeft = (database: NetworkDatabase) =>
  readOne<boolean>(
    database,
    `select exists (select from network_move where direction = 'away' and phase in ('switched', 'finished'))`,
  )

/** Only one of two connections to the same database gets a lock. */
async function isSameDatabase(source: NetworkDatabase, target: NetworkDatabase): Promise<boolean> {
  const key = randomInt(2 ** 47)
  await source.query('select pg_advisory_lock($1)', [key])
  try {
    return !(await readOne<boolean>(target, 'select pg_try_advisory_lock($1)', [key]))
  } finally {
    for (const database of [target, source]) await database.query('select pg_advisory_unlock($1)', [key])
  }
}

/** A copy that the network has left earlier does not count. */
async function checkEmpty(target: NetworkDatabase): Promise<string[]> {
  const { network } = target
  if (await readOne<boolean>(target, 'select to_regnamespace($1) is null', [quote(network)])) return []
  const hasMoves = await readOne<boolean>(target, `select to_regclass('network_move') is not null`)
  return hasMoves && (await hasLeft(target)) ? [] : [`The new database has a schema ${network} already.`]
}
