import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'

export { escapeIdentifier as quote, escapeLiteral as literal } from 'pg'

import { toNetwork } from '@cashbox/postgres/network'
import { findPrimary } from '@cashbox/postgres/postgres-hosts'

/** One of the two databases of a move, reached as the owner of the tables over a connection that is kept. */
export interface NetworkDatabase {
  readonly url: string
  readonly network: string
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** One transaction of several statements without parameters. */
  script(text: string): Promise<void>
  /** Rejects when the connection breaks. */
  readonly lost: Promise<never>
  close(): Promise<void>
}

/** Rows have the same text on both sides. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  // A phase that was written is still there after a crash, whatever the server does with other commits.
  'synchronous_commit=on',
  'idle_in_transaction_session_timeout=60s',
]
const CONNECT_MS = 10_000
const KEEP_ALIVE_AFTER_MS = 5_000
const END_POLL_MS = 20
/** Tells the sessions of this command from those of one that was killed. */
const COMMAND = randomUUID().slice(0, 8)
const sessionName = (network: string, command: string) => `cashbox-move ${network} ${command}`

export async function openNetworkDatabase(url: string, network: string): Promise<NetworkDatabase> {
  const client = new Client({
    ...toNetwork(await findPrimary(url), network, SETTINGS),
    application_name: sessionName(network, COMMAND),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  })
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => {})
  client.on('error', reject)
  await client.connect()
  return {
    url,
    network,
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    lost,
    script: async (text) => void (await client.query(text)),
    close: () => client.end().catch(() => {}),
  }
}

/**
 * Ends what a command that was killed has left under way: PostgreSQL finishes a statement whose client is gone, and could open
 * the new database while another command cancels the move.
 */
export async function endLeftSessions(database: NetworkDatabase): Promise<void> {
  const left = () =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and starts_with(application_name, $1) and application_name <> $2`,
      [sessionName(database.network, ''), sessionName(database.network, COMMAND)],
    )
  while ((await left()).length > 0) await sleep(END_POLL_MS)
}

export async function readOne<Value>(
  database: NetworkDatabase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Value> {
  const [row] = await database.query(text, values)
  return Object.values(row ?? {})[0] as Value
}

/** What describes a database itself, and is not copied. */
const OWN_TABLES = ['network_move', 'schema_file']

/** Every table that is copied, with the parts of those that are partitioned. */
export async function listTables(database: NetworkDatabase) {
  const rows = await database.query<{ name: string; is_part: boolean }>(
    `select relname as name, relispartition as is_part from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> all ($1) order by oid`,
    [OWN_TABLES],
  )
  return rows.map(({ name, is_part }) => ({ name, isPart: is_part }))
}
