import type { Socket } from 'node:net'
import { types as builtIn, Pool, type PoolClient } from 'pg'
import { type Database, retrying, type Sql, type Tx } from './database.ts'
import { keepListening } from './keep-listening.ts'
import { type Answer, checkedQueries } from './read-rows.ts'
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

/**
 * In front of PostgreSQL is a pooler that gives a connection to another client after each transaction, such as PgBouncer
 * in transaction mode. Nothing may then be left in a session.
 */
interface Pooler {
  /** PostgreSQL itself, for the one connection that listens. */
  readonly listenUrl: string
  /** Whether the pooler knows named statements: PgBouncer from 1.21 on, with `max_prepared_statements`. */
  readonly keepsStatements: boolean
}

export interface PostgresOptions {
  readonly url: string
  readonly pooler?: Pooler | undefined
  readonly connections: number
  readonly onError: (error: Error) => void
  readonly limits?: Limits
}

export function connectPostgres(options: PostgresOptions): Database {
  const prompt = openPool(options, options.limits ?? PROMPT)
  const patient = openPool({ ...options, connections: PATIENT_CONNECTIONS }, PATIENT)
  const begin = (limits: Limits) => (options.pooler ? `begin; ${localLimits(limits)}` : 'begin')
  const { pooler, url, onError } = options
  const listen: Database['listen'] = async (channel, onMessage) =>
    keepListening({ url: pooler?.listenUrl ?? url, channel, onMessage, onError })
  const close = async () => void (await Promise.all([prompt.end(), patient.end()]))
  const unhurried: Database = {
    ...handleOf(patient, begin(PATIENT)),
    // The role's own limit is for calls, and would end what takes minutes.
    ...(options.pooler
      ? checkedQueries((statement) =>
          patient.use((lent) => inTransaction(lent, begin(PATIENT), () => lent.run(statement))),
        )
      : {}),
    listen,
    close,
    patiently: () => unhurried,
  }
  return { ...handleOf(prompt, begin(options.limits ?? PROMPT)), listen, close, patiently: () => unhurried }
}

const handleOf = (pool: RenewablePool, begin: string) => ({
  connections: () => pool.connections(),
  ...checkedQueries((statement) => pool.use((lent) => lent.run(statement))),
  transaction: <T>(work: (tx: Tx) => Promise<T>) =>
    retrying(() => pool.use((lent) => inTransaction(lent, begin, work))),
})

const IDLE_IN_TRANSACTION_MS = 30_000

const settingsOf = ({ answerMs, lockMs }: Limits) => [
  `statement_timeout=${answerMs}`,
  `lock_timeout=${lockMs}`,
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
]

const localLimits = (limits: Limits) =>
  settingsOf(limits)
    .map((setting) => `set local ${setting}`)
    .join('; ')

interface RenewablePool {
  /** Lends one connection for the work. */
  use<T>(work: (lent: Connection) => Promise<T>): Promise<T>
  connections(): { used: number; idle: number; waiting: number }
  end(): Promise<void>
}

/** When one connection does not answer though the database does, all of them are given up. */
function openPool({ url, pooler, connections, onError }: PostgresOptions, limits: Limits): RenewablePool {
  const { answerMs } = limits
  const open = () => {
    const clients = new Set<PoolClient>()
    const pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: Math.min(answerMs, PROMPT.answerMs),
      query_timeout: answerMs + NETWORK_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      // A session of a pooler is shared: there the role has these settings.
      ...(pooler
        ? {}
        : {
            options: settingsOf(limits)
              .map((setting) => `-c ${setting}`)
              .join(' '),
          }),
    })
    pool.on('error', onError)
    pool.on('connect', (client) => {
      clients.add(client)
      // A connection that is lost while it is lent out fails its query, and would end the program without a listener.
      client.on('error', () => {})
    })
    pool.on('remove', (client) => clients.delete(client))
    // A pooler has other numbers for its connections than PostgreSQL has for its processes: only time tells there.
    const watch = pooler ? NO_WATCH : watchAnswers(url, () => renew(opened))
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
    connections: () => {
      const { totalCount, idleCount, waitingCount } = current.pool
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    async use(work) {
      const used = current
      const client = await used.pool.connect()
      const lent = lend(client, used.watch, pooler?.keepsStatements ?? true)
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

const NO_WATCH: AnswerWatch = { whileAsking: (_client, ask) => ask(), stop: () => {} }

const lend = (client: PoolClient, watch: AnswerWatch, isNamed: boolean): Connection => ({
  run: ({ name, text, values }) =>
    watch.whileAsking(client, async () => {
      const statement = { name: isNamed ? name : '', text, values: values as unknown[], types }
      const { fields, rows, rowCount } = await client.query(statement)
      return { fields, rows, count: rowCount ?? 0 }
    }),
  script: (text) => watch.whileAsking(client, async () => void (await client.query(text))),
  isBroken: false,
})

const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** As pg says it, when a query has no answer within its time. */
const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

async function inTransaction<T>(lent: Connection, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await lent.script(begin)
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
