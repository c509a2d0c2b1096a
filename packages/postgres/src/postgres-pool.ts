import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { types as builtIn, Client, Pool, type PoolClient } from 'pg'
import { isReadOnly, isSealed, type Sql } from './database.ts'
import { type Follow, MovedError, NotFollowedError, refuseMoved } from './follow.ts'
import { toNetwork } from './network.ts'
import { type Hosts, refuseStandby } from './postgres-hosts.ts'

export interface Answer {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly rows: Record<string, unknown>[]
  /** How many rows it returned, or changed if it returns none. */
  readonly count: number
}

/** How long to wait: for the answer to a statement, and within it for a lock. */
export interface Limits {
  readonly answerMs: number
  readonly lockMs: number
}

/** A pooler such as PgBouncer in transaction mode is in front of PostgreSQL, so nothing may be left in a session. */
interface Pooler {
  /** PostgreSQL itself, for the one connection that listens. */
  readonly listenUrl: string
  /** Whether the pooler knows named statements: PgBouncer from 1.21 on, with `max_prepared_statements`. */
  readonly keepsStatements: boolean
}

export interface PostgresOptions {
  /** May name several servers, of which the one that takes writes is used. */
  readonly url: string
  readonly network: string
  readonly pooler?: Pooler | undefined
  readonly connections: number
  readonly onError: (error: Error) => void
  readonly limits?: Limits
  /** Without it, nothing notices that the network has moved. */
  readonly follow?: Follow | undefined
}

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

const CONNECT_MS = 8_000
/** With several servers, one that does not answer is passed over after this. */
const NEXT_HOST_MS = 3_000
/** The server gives up first, which leaves the connection usable. */
const NETWORK_MS = 1_000
const KEEP_ALIVE_AFTER_MS = 5_000
/** A network that was moved several times has left an address in each database. */
const MOST_MOVES = 8
const IDLE_IN_TRANSACTION_MS = 30_000

export const settingsOf = ({ answerMs, lockMs }: Limits) => [
  `statement_timeout=${answerMs}`,
  `lock_timeout=${lockMs}`,
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
]

interface PoolOptions extends PostgresOptions {
  readonly hosts: Hosts
}

export type RenewablePool = ReturnType<typeof openPool>

/** When a connection is silent or read-only, only its own work fails. The next work gets new connections. */
export function openPool({ hosts, network, pooler, connections, onError, follow }: PoolOptions, limits: Limits) {
  const { answerMs } = limits
  const admit = async (client: PoolClient, url: string) => {
    if (hosts.count > 1) await refuseStandby(client)
    if (follow) await refuseMoved(client, url, hosts, follow)
  }
  const open = () => {
    const url = hosts.current()
    const pool = new Pool({
      ...toNetwork(url, network, pooler ? 'of the role' : settingsOf(limits)),
      max: connections,
      connectionTimeoutMillis: hosts.count > 1 ? NEXT_HOST_MS : Math.min(answerMs, CONNECT_MS),
      query_timeout: answerMs + NETWORK_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...(hosts.count > 1 || follow ? { verify: callbackify((client: PoolClient) => admit(client, url)) } : {}),
    })
    pool.on('error', onError)
    // A connection that is lost while it is lent out fails its query, and would end the program without a listener.
    pool.on('connect', (client) => client.on('error', () => {}))
    const onSilence = (client: PoolClient) => {
      renew(opened, 'a database connection did not answer')
      // Fails its statement at once, with an unknown outcome.
      socketOf(client).destroy()
    }
    // A pooler has other numbers for its connections than PostgreSQL has for its processes: only time tells there.
    const watch = pooler ? NO_WATCH : watchAnswers(url, onSilence)
    const opened = {
      url,
      pool,
      watch,
      async close() {
        await pool.end()
        watch.stop()
      },
    }
    return opened
  }
  let current = open()
  function renew(left: typeof current, why: string) {
    if (left !== current) return
    current = open()
    left.close().catch(onError)
    onError(new Error(`${why}; the next calls get new connections`))
  }
  /** Tries each server once, and goes after a network that has moved. */
  async function lend() {
    for (let attempt = 1; ; attempt++) {
      if (!hosts.has(current.url)) renew(current, 'the network has moved')
      const used = current
      try {
        return { used, client: await used.pool.connect() }
      } catch (error) {
        if (error instanceof MovedError && attempt < MOST_MOVES) continue
        // All connections are in use: this says nothing about the server.
        const isBusy = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
        if (hosts.count === 1 || isBusy) throw error
        hosts.giveUp(used.url)
        renew(used, `no connection to the primary: ${error instanceof Error ? error.message : String(error)}`)
        if (attempt === hosts.count) throw error
      }
    }
  }
  return {
    connections: () => {
      const { totalCount, idleCount, waitingCount } = current.pool
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const { used, client } = await lend()
      const connection = toConnection(client, used.watch, pooler?.keepsStatements ?? true)
      try {
        return await work(connection)
      } catch (error) {
        if (isSilence(error) || isReadOnly(error)) {
          connection.isBroken = true
          renew(used, error instanceof Error ? error.message : 'a connection can not be used')
        }
        if (follow && isSealed(error)) {
          // Whether it has moved is not known where this connection is lost meanwhile: the next one asks again.
          await refuseMoved(client, used.url, hosts, follow).catch((moved: unknown) => {
            connection.isBroken = true
            throw moved instanceof MovedError || moved instanceof NotFollowedError ? moved : error
          })
        }
        throw error
      } finally {
        client.release(connection.isBroken)
      }
    },
    end: () => current.close(),
  }
}

const NO_WATCH: AnswerWatch = { watched: (_client, query) => query(), stop: () => {} }

export type Connection = ReturnType<typeof toConnection>

const toConnection = (client: PoolClient, watch: AnswerWatch, isNamed: boolean) => ({
  run: ({ name, text, values }: Sql): Promise<Answer> =>
    watch.watched(client, async () => {
      const statement = { name: isNamed ? name : '', text, values: values as unknown[], types }
      const { fields, rows, rowCount } = await client.query(statement)
      return { fields, rows, count: rowCount ?? 0 }
    }),
  script: (text: string) => watch.watched(client, async () => void (await client.query(text))),
  isBroken: false,
})

const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** As pg says it, when a query has no answer within its time. */
export const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/** A statement without an answer for this long is checked. */
const CHECK_AFTER_MS = 2_000
const CHECK_EVERY_MS = 500
/** An answer that was on its way during the check arrives within this time. */
const ON_ITS_WAY_MS = 300
const PROBE_MS = 2_000

interface PendingStatement {
  readonly client: PoolClient
  readonly at: number
  isBeingChecked: boolean
}

type AnswerWatch = ReturnType<typeof watchAnswers>

/**
 * After a failover the old connections may stay silent while new ones work. A new connection tells which it is: the
 * statement is still being worked on, or the database has long answered, or knows nothing of it.
 */
function watchAnswers(url: string, onSilence: (client: PoolClient) => void) {
  const pending = new Set<PendingStatement>()
  const timer = setInterval(() => {
    const before = performance.now() - CHECK_AFTER_MS
    for (const one of pending) if (one.at < before && !one.isBeingChecked) void check(one)
  }, CHECK_EVERY_MS)
  timer.unref()

  async function check(one: PendingStatement) {
    one.isBeingChecked = true
    const isActive = await isStatementActive(url, (one.client as unknown as { processID: number }).processID)
    if (isActive === false) {
      const { bytesRead } = socketOf(one.client)
      await sleep(ON_ITS_WAY_MS)
      // What has come in while this process was busy is read before the next turn.
      await nextTurn()
      if (pending.has(one) && socketOf(one.client).bytesRead === bytesRead) onSilence(one.client)
    }
    one.isBeingChecked = false
  }

  return {
    async watched<T>(client: PoolClient, query: () => Promise<T>): Promise<T> {
      const one = { client, at: performance.now(), isBeingChecked: false }
      pending.add(one)
      try {
        return await query()
      } finally {
        pending.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** Null while the database can't be asked: then the old connections are no worse than new ones. */
async function isStatementActive(url: string, pid: number): Promise<boolean | null> {
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = await probe.query<{ state: string | null }>('select state from pg_stat_activity where pid = $1', [
      pid,
    ])
    return rows[0]?.state === 'active'
  } catch {
    return null
  } finally {
    probe.end().catch(() => {})
  }
}
