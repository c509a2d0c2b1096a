import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_NETWORK } from '@cashbox/postgres/network'
import { freePort } from '@cashbox/testing/free-port'
import { operatorOf } from '@cashbox/testing/operator-client'
import { startReplica } from '@cashbox/testing/postgres/replica'
import { type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { runCommand, startProcess, startWorkerProcess } from '@cashbox/testing/server-process'
import type { QueryResultRow } from 'pg'
import { connect, fillNetwork, openDatabase, opening, tempFolder } from '../common/database.ts'
import { openPartner } from '../common/partner.ts'
import { listen, sandboxEnv } from '../common/server.ts'
import { moveWithKill } from './move.ts'

const DATABASE = 'chaos'
export const AGENTS = 20
export const TRANSACTIONS = 30_000

export const victims = ['serve', 'work', 'database'] as const
export type Victim = (typeof victims)[number]

export type ChaosNetwork = Awaited<ReturnType<typeof openNetwork>>

/** A machine whose clock is two hours ahead. */
const WRONG_CLOCK = `--import=data:text/javascript,${encodeURIComponent(`
  const RightDate = Date
  globalThis.Date = class extends RightDate {
    constructor(...values) { values.length === 0 ? super(Date.now()) : super(...values) }
    static now() { return RightDate.now() + 7_200_000 }
  }`)}`

const FSYNC = {
  fsync: true,
  settings: {
    wal_keep_size: '1GB',
    wal_retrieve_retry_interval: '100ms',
    wal_level: 'logical',
    max_sync_workers_per_subscription: '4',
    max_logical_replication_workers: '8',
    max_worker_processes: '16',
    max_replication_slots: '20',
  },
}

/** A primary with a synchronous standby, two serve processes, two workers, one with a wrong clock, and a partner. */
export async function openNetwork() {
  const opened = new AsyncDisposableStack()
  const folder = opened.use(tempFolder('chaos')).path
  let primary = await startPostgres(FSYNC)
  const foreign = await startPostgres({ fsync: false })
  for (const postgres of [primary, foreign]) await openDatabase(postgres.url, DATABASE)
  let standby = await follow(primary)
  /** Where the network moves to next. */
  let other: RunningPostgres | null = null
  let moves = 0
  const allPostgres = () => [primary, standby, foreign, ...(other ? [other] : [])]
  opened.defer(async () => void (await Promise.all(allPostgres().map((postgres) => postgres.stop()))))

  const ports = [await freePort(), await freePort()] as const
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const [url = ''] = urls
  const databaseUrl = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`
  const env = { ...sandboxEnv(databaseUrl, folder), CASHBOX_PUBLIC_URL: url }
  const ofSecond = { DATABASE_REPLICA_URL: foreign.url(DATABASE), CASHBOX_DATA_DIR: join(folder, 'second') }
  const startServe = (index: number) =>
    startProcess({ ...env, PORT: String(ports[index]), ...(index === 0 ? {} : ofSecond) }, 'serve')
  const serves = [await startServe(0), await startServe(1)]
  opened.defer(async () => void (await Promise.all(serves.map((serve) => serve.kill('SIGKILL')))))
  const workers = [superviseWorker(env), superviseWorker({ ...env, NODE_OPTIONS: WRONG_CLOCK })]
  opened.defer(async () => void (await Promise.all(workers.map((worker) => worker.stop()))))

  const arrived = new Map<string, number>()
  const receiver = await listen((_text, { headers }, response) => {
    const id = String(headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    response.writeHead(200).end()
  })
  opened.defer(() => receiver.close())
  const operator = await operatorOf(url, 'admin')
  const partner = await openPartner(url, operator)
  await partner.receiveAt(receiver.url)
  const db = await connect(primary.url(DATABASE))
  await fillNetwork(db, { agents: AGENTS, deposits: TRANSACTIONS, partner: partner.code })
  await db.end()

  let kills = 0
  const kill: Readonly<Record<Victim, () => Promise<() => Promise<unknown>>>> = {
    async serve() {
      const index = kills % serves.length
      await serves[index]?.kill('SIGKILL')
      return async () => {
        serves[index] = await startServe(index)
      }
    },
    async work() {
      await workers[kills % workers.length]?.kill()
      return async () => {}
    },
    async database() {
      await primary.kill()
      return () => primary.crash()
    },
  }
  const promote = () => ask(standby, 'select pg_promote()', [], 'postgres')
  return {
    urls,
    operator,
    partner,
    /** Why workers ended that were not killed, such as one whose database was away while it started. */
    endedWorkers: () => workers.flatMap(({ ended }) => ended),
    arrived,
    /** Kills it without a warning. Each of these returns what repairs it. */
    kill(victim: Victim) {
      kills += 1
      return kill[victim]()
    },
    /** Loses the machine of the primary for good. */
    async failOver() {
      await primary.kill()
      return promote
    },
    /** Makes the primary read-only; it goes on answering. */
    async switchOver() {
      await change(primary, 'default_transaction_read_only = on')
      await caughtUp(primary)
      return promote
    },
    /** Makes a standby in place of the former primary. */
    async rebuildStandby() {
      await primary.stop()
      const { port } = primary
      primary = standby
      standby = await follow(primary, port)
    },
    /** To another PostgreSQL and back in turn, with a kill. The standby of the primary is not used any more. */
    async move() {
      if (other === null) {
        other = await startPostgres(FSYNC)
        await openDatabase(other.url, DATABASE)
        await change(primary, "synchronous_standby_names = ''")
      }
      const moved = await moveWithKill(
        { network: DEFAULT_NETWORK, database: DATABASE, source: primary, target: other, env },
        moves,
      )
      moves += 1
      ;[primary, other] = [other, primary]
      return moved
    },
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) => ask<Row>(primary, text, values),
    verify: () => runCommand('verify', env),
    close: () => opened.disposeAsync(),
  }
}

const ask = <Row extends QueryResultRow>(
  postgres: RunningPostgres,
  text: string,
  values: unknown[] = [],
  database = DATABASE,
): Promise<Row[]> =>
  opening(async (opened) => {
    const client = opened.use(await connect(postgres.url(database)))
    return (await client.query<Row>(text, values)).rows
  })

const change = async (postgres: RunningPostgres, settings: string) => {
  for (const statement of [`alter system set ${settings}`, 'select pg_reload_conf()'])
    await ask(postgres, statement, [], 'postgres')
}

/** A standby that has every commit before the commit is answered. */
async function follow(primary: RunningPostgres, port?: number): Promise<RunningPostgres> {
  const standby = await startReplica(primary, { ...FSYNC, ...(port ? { port } : {}) })
  await change(primary, "synchronous_standby_names = '*'")
  return standby
}

/** Until no transaction writes any more and the standby has all of the log. */
async function caughtUp(primary: RunningPostgres) {
  const behind = `select pid from pg_stat_activity where backend_xid is not null
    union all select pid from pg_stat_replication where flush_lsn < pg_current_wal_lsn()`
  while ((await ask(primary, behind, [], 'postgres')).length > 0) await wait(20)
}

const START_AGAIN_MS = 500

/** Starts a worker again whenever it has ended, as systemd or Kubernetes do. */
function superviseWorker(env: Record<string, string>) {
  const ended: string[] = []
  let current = startWorkerProcess(env)
  let isKilled = false
  const stopping = new AbortController()
  const supervise = async () => {
    for (;;) {
      await current.ended
      if (stopping.signal.aborted) return
      if (!isKilled) ended.push(current.output().trim().slice(-500))
      await wait(isKilled ? 0 : START_AGAIN_MS)
      isKilled = false
      if (stopping.signal.aborted) return
      current = startWorkerProcess(env)
    }
  }
  const supervision = supervise()
  return {
    ended,
    kill: () => {
      isKilled = true
      return current.kill('SIGKILL')
    },
    async stop() {
      stopping.abort()
      await current.kill('SIGKILL')
      await supervision
    },
  }
}
