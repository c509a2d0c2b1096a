import { Client } from 'pg'
import type { Queryable } from './database.ts'
import { types } from './postgres.ts'
import { checkedQueries } from './read-rows.ts'

export interface Snapshot {
  /** Other connections see the same moment by this name, while it is held. */
  readonly id: string
  readonly db: Queryable
  release(): Promise<void>
}

/** Holds one moment of a PostgreSQL, on a connection of its own that may be idle for as long as it takes. */
export async function holdSnapshot(url: string): Promise<Snapshot> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  // Without a listener a lost connection would end the program; the next query fails all the same.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return {
    id: rows[0]?.id ?? '',
    db: checkedQueries(async ({ text, values }) => {
      const { fields, rows: found, rowCount } = await client.query({ text, values: values as unknown[], types })
      return { fields, rows: found, count: rowCount ?? 0 }
    }),
    release: () => client.end(),
  }
}
