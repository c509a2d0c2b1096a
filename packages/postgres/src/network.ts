import { col, type Queryable, queryOne, sql, type Tx } from './database.ts'

/**
 * A network is a schema of PostgreSQL. Every connection has it as its search path, so no statement names a schema. What
 * PostgreSQL shares between the schemas of a database, locks and channels, gets its name here.
 */
export const DEFAULT_NETWORK = 'cashbox'

const NAME = /^[a-z][a-z0-9_]{0,39}$/
const TAKEN = /^(public|information_schema|pg_.*)$/

export const isNetworkName = (name: string) => NAME.test(name) && !TAKEN.test(name)
export const NETWORK_NAME_RULE =
  'a letter from a to z and up to 39 letters, digits and _; not public, information_schema or pg_…'

/** The connection is to another schema, or to none. */
export class WrongSchemaError extends Error {}

/** Temporary tables come last, so that none of them takes the place of a real one. */
const searchPathOf = (network: string) => `search_path=${network},pg_temp`

/**
 * How to connect to the schema of a network. Settings in the address come before ours, which win. A session of a pooler is
 * shared: there the role has these settings.
 */
export function toNetwork(url: string, network: string, settings: readonly string[] | 'of the role') {
  const address = new URL(url)
  const take = (name: string) => {
    const given = address.searchParams.getAll(name).slice(-1)
    if (given.length > 0) address.searchParams.delete(name)
    return given
  }
  const [application = 'cashbox'] = take('application_name')
  const given = settings === 'of the role' ? [] : take('options')
  const common = {
    application_name: `${application} ${network}`,
    connectionString: address.search === new URL(url).search ? url : address.href,
  }
  if (settings === 'of the role') return common
  const ours = [...settings, searchPathOf(network)].map((setting) => `-c ${setting}`)
  return { ...common, options: [...given, ...ours].join(' ') }
}

/** Matches the names of a network's sessions. Those of an embedded PostgreSQL also name the process. */
export const sessionsOf = (network: string) => `^cashbox(-[0-9a-f]{12})? ${network}$`

/** A dot is in no name of a network, so no two networks have a channel in common. */
export const channelOf = (network: string, channel: string) => `${network}.${channel}`

/** Waits for the lock of that name, and has it until the transaction ends. */
export const takeLock = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || ${name}::text, 0))`)

/** The same, beside others who share it. */
export const takeSharedLock = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(current_schema() || ' ' || ${name}::text, 0))`)

/** The schema that statements would use instead of the network's; null when it is the right one, or not there yet. */
export async function findWrongSchema(db: Queryable, network: string): Promise<string | null> {
  const { schema, path } = await queryOne(db, {
    schema: col.nullable(col.text),
    path: col.text,
  })`select current_schema()::text as schema, current_setting('search_path') as path`
  // A schema that is missing is passed over, and the one for temporary tables comes next.
  const used = schema === null || schema.startsWith('pg_temp') ? (path.split(',')[0] ?? '') : schema
  return used === network ? null : used
}

/** For a pooler, whose sessions have the settings of the role. As the role itself, past the pooler. */
export const keepSearchPath = (tx: Tx) =>
  tx.script(`
    do $$ begin
      execute format('alter role %I in database %I set search_path = %I, pg_temp',
        current_user, current_database(), current_schema());
    end $$`)
