import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { DEFAULT_NETWORK } from '../../../apps/server/src/platform/database/network.ts'
import { operatorOf } from '../../../apps/server/test/operator-client.ts'
import { startReplica } from '../../../apps/server/test/replica.ts'
import { freePort, runCommand, startProcess, startWorkerProcess } from '../../../apps/server/test/server-process.ts'
import { type RunningPostgres, startPostgres } from '../../../scripts/start-postgres.ts'
import { openPartner } from '../attack/target.ts'
import { addAgents, addTransactions, createNetworkDatabase } from '../prepare.ts'
import { listen } from '../server-process.ts'
import { moveWithKill } from './move.ts'

const DATABASE = 'chaos'
export const AGENTS = 20
const TRANSACTIONS = 30_000

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
  const closes: (() => unknown)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-chaos-'))
  closes.push(() => rmSync(folder, { recursive: true, force: true }))
  let primary = await startPostgres(FSYNC)
  const foreign = await startPostgres({ fsync: false })
  for (const postgres of [primary, foreign])
    await connected(postgres, 'postgres', (admin) => createNetworkDatabase(admin, DATABASE))
  let standby = await follow(primary)
  /** Where the network is, and where it moves to next. */
  let [active, other]: [RunningPostgres | null, RunningPostgres | null] = [null, null]
  let moves = 0
  closes.push(() => Promise.all([primary, standby, foreign].map((postgres) => postgres.stop())))

  const ports = [await freePort(), await freePort()] as const
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const [url = ''] = urls
  const env = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`,
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: randomBytes(32).toString('base64url'),
    CASHBOX_PUBLIC_URL: url,
    LOG_LEVEL: 'error',
  }
  const startServe = (index: number) =>
    startProcess(
      {
        ...env,
        PORT: String(ports[index]),
        ...(index === 0
          ? {}
          : { DATABASE_REPLICA_URL: foreign.url(DATABASE), CASHBOX_DATA_DIR: join(folder, 'second') }),
      },
      'serve',
    )
  const serves = [await startServe(0), await startServe(1)]
  closes.push(() => Promise.all(serves.map((serve) => serve.kill('SIGKILL'))))
  const workers = [superviseWorker(env), superviseWorker({ ...env, NODE_OPTIONS: WRONG_CLOCK })]
  closes.push(() => Promise.all(workers.map((worker) => worker.stop())))

  const arrived = new Map<string, number>()
  const receiver = await listen((_text, { headers }, response) => {
    const id = String(headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    response.writeHead(200).end()
  })
  closes.push(() => receiver.close())
  const operator = await operatorOf(url, 'admin')
  const partner = await openPartner(url, () => operator)
  await partner.receiveAt(receiver.url)
  await connected(primary, DATABASE, async (client) => {
    await addAgents(client, AGENTS)
    await addTransactions(client, TRANSACTIONS, partner.code)
  })

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
    transactions: TRANSACTIONS,
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
      for (const change of ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'])
        await ask(primary, change, [], 'postgres')
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
      if (active === null || other === null) {
        const second = await startPostgres(FSYNC)
        closes.push(() => second.stop())
        ;[active, other] = [primary, second]
        await connected(other, 'postgres', (admin) => createNetworkDatabase(admin, DATABASE))
        for (const change of ["alter system set synchronous_standby_names = ''", 'select pg_reload_conf()'])
          await ask(primary, change, [], 'postgres')
      }
      const moved = await moveWithKill(
        { network: DEFAULT_NETWORK, database: DATABASE, source: active, target: other, env },
        moves,
      )
      moves += 1
      ;[active, other] = [other, active]
      return moved
    },
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      ask<Row>(active ?? primary, text, values),
    verify: () => runCommand('verify', env),
    async close() {
      for (const close of closes.toReversed()) await close()
    },
  }
}

async function connected<T>(postgres: RunningPostgres, database: string, work: (client: Client) => Promise<T>) {
  const client = new Client({ connectionString: postgres.url(database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const ask = async <Row extends QueryResultRow>(
  postgres: RunningPostgres,
  text: string,
  values: unknown[] = [],
  database = DATABASE,
): Promise<Row[]> => (await connected(postgres, database, (client) => client.query<Row>(text, values))).rows

/** A standby that has every commit before the commit is answered. */
async function follow(primary: RunningPostgres, port?: number): Promise<RunningPostgres> {
  const standby = await startReplica(primary, { ...FSYNC, ...(port ? { port } : {}) })
  for (const change of ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
    await ask(primary, change, [], 'postgres')
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
      await new Promise((resolve) => setTimeout(resolve, isKilled ? 0 : START_AGAIN_MS))
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
