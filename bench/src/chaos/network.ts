import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { operatorOf } from '../../../apps/server/test/operator-client.ts'
import { freePort, runCommand, startProcess, startWorkerProcess } from '../../../apps/server/test/server-process.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { openPartner } from '../attack/target.ts'
import { addAgents, addTransactions } from '../prepare.ts'
import { listen } from '../server-process.ts'

const DATABASE = 'chaos'
export const AGENTS = 20
const TRANSACTIONS = 30_000

export const victims = ['serve', 'work', 'database'] as const
export type Victim = (typeof victims)[number]

export type ChaosNetwork = Awaited<ReturnType<typeof openNetwork>>

/** PostgreSQL with fsync, one serve and one work process, and a partner who counts the events that arrive. */
export async function openNetwork() {
  const postgres = await startPostgres({ fsync: true })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-chaos-'))
  const connect = async (database: string) => {
    const client = new Client({ connectionString: postgres.url(database) })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const once = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connect(database)
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  await once('postgres', (client) => client.query(`create database ${DATABASE}`))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: postgres.url(DATABASE),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: randomBytes(32).toString('base64url'),
    CASHBOX_PUBLIC_URL: url,
    PORT: String(port),
    LOG_LEVEL: 'error',
  }
  const serve = { process: await startProcess(env, 'serve') }
  const work = superviseWorker(env)

  const arrived = new Map<string, number>()
  const receiver = await listen((text, _request, response) => {
    const id = /"transaction_id":"([^"]+)"/.exec(text)?.[1] ?? ''
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    response.writeHead(200).end()
  })
  const admin = await operatorOf(url, 'admin')
  const partner = await openPartner(url, () => admin)
  await partner.receiveAt(receiver.url)
  await once(DATABASE, async (client) => {
    await addAgents(client, AGENTS)
    await addTransactions(client, TRANSACTIONS, partner.code)
  })

  const kill: Readonly<Record<Victim, () => Promise<unknown>>> = {
    async serve() {
      await serve.process.kill('SIGKILL')
      serve.process = await startProcess(env, 'serve')
    },
    work: () => work.kill(),
    database: () => postgres.crash(),
  }
  return {
    url,
    transactions: TRANSACTIONS,
    /** Why workers ended that were not killed, such as one whose database was away while it started. */
    endedWorkers: work.ended,
    /** How often an event about each transaction has arrived at the partner. */
    arrived,
    /** Kills it without a warning, and starts it again. */
    kill: (victim: Victim) => kill[victim](),
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await once(DATABASE, (client) => client.query<Row>(text, values))).rows,
    verify: () => runCommand('verify', env),
    async close() {
      await Promise.all([serve.process.kill('SIGKILL'), work.stop()])
      receiver.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
