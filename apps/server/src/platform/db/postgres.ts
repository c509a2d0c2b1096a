import { types as builtIn, Pool, type PoolClient } from 'pg'
import { type Database, type Queryable, retrying, type Tx } from './database.ts'
import { keepListening } from './keep-listening.ts'
import { checkedQueries } from './read-rows.ts'

const INT8 = 20
const INT8_ARRAY = 1016

const bigints: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [INT8_ARRAY]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)),
}
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    bigints[oid] ?? builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
}

/** How long to wait: for the answer to a statement, and within it for a lock. */
interface Limits {
  readonly answerMs: number
  readonly lockMs: number
}

/** For calls with a person waiting. A statement that needs longer has lost its way, or its connection has. */
const PROMPT: Limits = { answerMs: 8_000, lockMs: 5_000 }
/** For checks and counts over the whole database, and for migrations. */
const PATIENT: Limits = { answerMs: 30 * 60_000, lockMs: 60_000 }
const PATIENT_CONNECTIONS = 2
/** The server gives up first, which leaves the connection usable. */
const NETWORK_MS = 1_000
const KEEP_ALIVE_AFTER_MS = 5_000

export interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly onError: (error: Error) => void
  readonly limits?: Limits
}

export function connectPostgres(options: PostgresOptions): Database {
  const prompt = openPool(options, options.limits ?? PROMPT)
  const patient = openPool({ ...options, connections: PATIENT_CONNECTIONS }, PATIENT)
  const listen: Database['listen'] = async (channel, onMessage) => keepListening({ ...options, channel, onMessage })
  const close = async () => void (await Promise.all([prompt.end(), patient.end()]))
  const unhurried: Database = { ...handleOf(patient), listen, close, patiently: () => unhurried }
  return { ...handleOf(prompt), listen, close, patiently: () => unhurried }
}

const handleOf = (pool: RenewablePool) => ({
  engine: 'postgres' as const,
  ...checkedQueries((statement) => pool.use((current) => run(current, statement))),
  transaction: <T>(work: (tx: Tx) => Promise<T>) => retrying(() => pool.use((current) => inTransaction(current, work))),
})

interface RenewablePool {
  use<T>(work: (pool: Pool) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * After a failover the old connections may stay silent for ever, while new ones work. So when one connection does not
 * answer, all of them are given up.
 */
function openPool({ url, connections, onError }: PostgresOptions, { answerMs, lockMs }: Limits): RenewablePool {
  const open = () => {
    const pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: Math.min(answerMs, PROMPT.answerMs),
      query_timeout: answerMs + NETWORK_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      options: `-c statement_timeout=${answerMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=30s`,
    })
    pool.on('error', onError)
    // A connection that is lost while it is lent out fails its query, and would end the program without a listener.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  let pool = open()
  return {
    async use(work) {
      const used = pool
      try {
        return await work(used)
      } catch (error) {
        if (isSilence(error) && used === pool) {
          pool = open()
          used.end().catch(onError)
          onError(new Error('a database connection did not answer; all connections are replaced'))
        }
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** As pg says it, when a query has no answer within its time. */
const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

async function run(client: Pool | PoolClient, { name, text, values }: Parameters<Queryable['execute']>[0]) {
  const { fields, rows, rowCount } = await client.query({ name, text, values: values as unknown[], types })
  return { fields, rows, count: rowCount ?? 0 }
}

async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx = {
      ...checkedQueries((statement) => run(client, statement)),
      script: async (text: string) => void (await client.query(text)),
    } as Tx
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    // A silent connection would not answer this either.
    if (isSilence(error)) broken = error as Error
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.release(broken)
  }
}
