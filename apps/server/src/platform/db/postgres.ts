import { types as builtIn, Client, Pool, type PoolClient } from 'pg'
import { type Database, type Queryable, retrying, type Tx } from './database.ts'
import { checkedQueries } from './read-rows.ts'

const INT8 = 20

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
}

const queryable = (client: Pool | PoolClient): Queryable =>
  checkedQueries(async ({ name, text, values }) => {
    const { fields, rows, rowCount } = await client.query({ name, text, values: values as unknown[], types })
    return { fields, rows, count: rowCount ?? 0 }
  })

export interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly onError: (error: Error) => void
}

export function connectPostgres({ url, connections, onError }: PostgresOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A connection that waits for a lock this long is stuck; its caller gets an honest error.
    options: '-c lock_timeout=15s -c idle_in_transaction_session_timeout=30s',
  })
  // Without a listener, a connection that dies while idle would end the program.
  pool.on('error', onError)
  return {
    engine: 'postgres',
    ...queryable(pool),
    transaction: (work) => retrying(() => inTransaction(pool, work)),
    listen: async (channel, onMessage) => keepListening({ url, channel, onMessage, onError }),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx = {
      ...queryable(client),
      script: async (text: string) => void (await client.query(text)),
    } as Tx
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const LISTEN_AGAIN_MS = 1000

interface Listening {
  readonly url: string
  readonly channel: string
  readonly onMessage: (text: string) => void
  readonly onError: (error: Error) => void
}

/** A connection of its own, made anew whenever it is lost. */
function keepListening({ url, channel, onMessage, onError }: Listening) {
  let isStopped = false
  let client: Client | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = async () => {
    const next = new Client({ connectionString: url, keepAlive: true })
    client = next
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      if (!isStopped) again = setTimeout(() => void connect(), LISTEN_AGAIN_MS)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      onError(error as Error)
      await next.end().catch(() => {})
    }
  }
  const connected = connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await connected
      await client?.end().catch(() => {})
    },
  }
}
