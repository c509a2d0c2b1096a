import { DEFAULT_NETWORK } from '@cashbox/postgres/network'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { AGENTS, addAgents, addTransactions, connect, openDatabase, opening, tempFolder } from './database.ts'
import { type Load, runHttp } from './http-load.ts'
import { startServer } from './server.ts'

export type Network = Awaited<ReturnType<typeof openNetwork>>

/** More than two cores confirm in a second. A run that reaches it ends before its time. */
export const MOST_PER_SECOND = 4_000

/** With fsync on, and log files to use again. */
export async function openPostgres(opened: AsyncDisposableStack, database: string) {
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', min_wal_size: '2GB', max_connections: '300' }
  const postgres = opened.use(await startPostgres({ fsync: true, settings }))
  await openDatabase(postgres, database)
  return { url: postgres.url(database), port: postgres.port, pid: postgres.pid, database }
}

export type BenchPostgres = Awaited<ReturnType<typeof openPostgres>>

interface Options {
  readonly name?: string
  readonly agents?: number
  /** How many deposits are open. */
  readonly transactions?: number
}

/** A PostgreSQL, the real server on it, and agents with a float that lasts; all gone afterwards. */
export const withNetwork = <T>(options: Options, work: (network: Network) => Promise<T>): Promise<T> =>
  opening(async (opened) => work(await openNetwork(opened, await openPostgres(opened, 'bench'), options)))

export async function openNetwork(
  opened: AsyncDisposableStack,
  postgres: BenchPostgres,
  { name = DEFAULT_NETWORK, agents = AGENTS, transactions = 0 }: Options,
) {
  const folder = opened.use(tempFolder('bench-data'))
  const env = { DATABASE_URL: postgres.url, CASHBOX_NETWORK: name, CASHBOX_DATA_DIR: folder.path }
  const startAnother = async () => opened.use(await startServer(env))
  const connectionConfig = { connectionString: postgres.url, options: `-c search_path=${name},pg_temp` }
  const connectTo = async () => opened.use(await connect(connectionConfig))
  const began = performance.now()
  const server = await startAnother()
  const startMs = Math.round(performance.now() - began)
  const db = await connectTo()
  await addAgents(db, agents)
  await addTransactions(db, transactions)
  return {
    postgres,
    server,
    startMs,
    db,
    connect: connectTo,
    /** One more process beside the first, on the same database. */
    startAnother,
    deposits: openSupply(server.port, agents),
  }
}

interface Confirm {
  readonly clients: number
  readonly seconds: number
  readonly agentOf?: (number: number) => number
  readonly most?: number
  /** Of the processes that take them; each gets as many clients. */
  readonly ports?: readonly number[]
}

/** Open deposits, none of which is confirmed twice. */
export function openSupply(port: number, agents = AGENTS) {
  let next = 0
  return {
    used: () => next,
    take(count: number) {
      const start = next
      next += count
      return { start, count }
    },
    /** Confirms as many as fit into the time, one agent after the other. */
    async confirm({
      clients,
      seconds,
      agentOf = (number) => number % agents,
      most = seconds * MOST_PER_SECOND,
      ports = [port],
    }: Confirm): Promise<Load> {
      const each = Math.floor(most / ports.length)
      const loads = await Promise.all(
        ports.map((one, index) =>
          runHttp({ port: one, clients, seconds, agentOf, start: next + index * each, count: each }),
        ),
      )
      const [load] = loads
      // What one of several processes leaves over stays open.
      next += ports.length === 1 && load ? load.count : most
      return together(loads)
    },
  }
}

export const together = (loads: readonly Load[]): Load => {
  const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0)
  const worst = (of: (load: Load) => number) => Math.max(...loads.map(of))
  return {
    count: sum(({ count }) => count),
    perSecond: sum(({ perSecond }) => perSecond),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    worstMs: worst(({ worstMs }) => worstMs),
    clientMs: worst(({ clientMs = 0 }) => clientMs),
  }
}
