import type { Socket } from 'node:net'
import { types as builtIn, Pool, type PoolClient } from 'pg'
import { type Database, retrying, type Tx } from './database.ts'
import { keepListening } from './keep-listening.ts'
import { type Answer, checkedQueries } from './read-rows.ts'
import type { Sql } from './sql.ts'
import { type AnswerWatch, watchAnswers } from './watch-answers.ts'

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
  ...checkedQueries((statement) => pool.use((lent) => lent.run(statement))),
  transaction: <T>(work: (tx: Tx) => Promise<T>) => retrying(() => pool.use((lent) => inTransaction(lent, work))),
})

interface RenewablePool {
  /** Lends one connection for the work. */
  use<T>(work: (lent: Connection) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** When one connection does not answer though the database does, all of them are given up. */
function openPool({ url, connections, onError }: PostgresOptions, { answerMs, lockMs }: Limits): RenewablePool {
  const open = () => {
    const clients = new Set<PoolClient>()
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
    pool.on('connect', (client) => {
      clients.add(client)
      // A connection that is lost while it is lent out fails its query, and would end the program without a listener.
      client.on('error', () => {})
    })
    pool.on('remove', (client) => clients.delete(client))
    const watch = watchAnswers(url, () => renew(opened))
    const opened = {
      pool,
      watch,
      async close() {
        watch.stop()
        await pool.end()
      },
      /** What waits for an answer fails at once, with an unknown outcome. */
      cut() {
        for (const client of clients) socketOf(client).destroy()
        opened.close().catch(onError)
      },
    }
    return opened
  }
  let current = open()
  function renew(silent: typeof current) {
    if (silent !== current) return
    current = open()
    silent.cut()
    onError(new Error('a database connection did not answer; all connections are replaced'))
  }
  return {
    async use(work) {
      const used = current
      const client = await used.pool.connect()
      const lent = lend(client, used.watch)
      try {
        return await work(lent)
      } catch (error) {
        if (isSilence(error)) {
          lent.isBroken = true
          renew(used)
        }
        throw error
      } finally {
        client.release(lent.isBroken)
      }
    },
    end: () => current.close(),
  }
}

interface Connection {
  run(statement: Sql): Promise<Answer>
  script(text: string): Promise<void>
  /** Is not used again. */
  isBroken: boolean
}

const lend = (client: PoolClient, watch: AnswerWatch): Connection => ({
  run: ({ name, text, values }) =>
    watch.whileAsking(client, async () => {
      const { fields, rows, rowCount } = await client.query({ name, text, values: values as unknown[], types })
      return { fields, rows, count: rowCount ?? 0 }
    }),
  script: (text) => watch.whileAsking(client, async () => void (await client.query(text))),
  isBroken: false,
})

const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** As pg says it, when a query has no answer within its time. */
const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

async function inTransaction<T>(lent: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await lent.script('begin')
    const result = await work({ ...checkedQueries(lent.run), script: lent.script } as Tx)
    await lent.script('commit')
    return result
  } catch (error) {
    // A silent connection would not answer this either.
    if (!isSilence(error))
      await lent.script('rollback').catch(() => {
        lent.isBroken = true
      })
    throw error
  }
}
