import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort, startProcess } from '../../../apps/server/test/server-process.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { confirmation } from '../attack/confirmation.ts'
import { asAgent } from '../attack/tally.ts'
import { addAgents, addTransactions, tokenOf } from '../prepare.ts'
import { type ProxyName, startProxy } from './proxies.ts'

const CLIENTS = 8
const AGENTS = 20
const RESTARTS = 15
const TRANSACTIONS = 250_000
const DRAIN_S = 4

/** Restarts two processes in turn behind a proxy while agents work, and counts requests that were not answered with 200. */
export async function benchRestarts(name: ProxyName, print: (line: string) => void) {
  const postgres = await startPostgres({ fsync: false })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-restarts-'))
  const connect = async (database: string) => {
    const client = new Client({ connectionString: postgres.url(database) })
    await client.connect()
    return client
  }
  const admin = await connect('postgres')
  await admin.query('create database restarts')
  await admin.end()
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const env = {
    DATABASE_URL: postgres.url('restarts'),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: randomBytes(32).toString('base64url'),
    CASHBOX_TRUST_PROXY: 'loopback',
    CASHBOX_DRAIN_SECONDS: String(DRAIN_S),
    LOG_LEVEL: 'error',
  }
  const start = (port: number) => startProcess({ ...env, PORT: String(port) }, 'serve')
  const servers = [await start(ports[0]), await start(ports[1])]
  const close = async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const db = await connect('restarts')
  await addAgents(db, AGENTS)
  await addTransactions(db, TRANSACTIONS)
  await db.end()
  const proxy = await startProxy(name, ports[2], [ports[0], ports[1]]).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const load = startClients(`http://127.0.0.1:${ports[2]}`)
  try {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const index = restart % 2 === 0 ? 0 : 1
      await wait(1_000)
      const code = await servers[index]?.kill('SIGTERM')
      if (code !== 0) load.failures.push(`a process ended with ${code}`)
      servers[index] = await start(ports[index])
      await wait(proxy.pauseS * 1000)
      print(`restart ${restart + 1}: ${load.count()} answered, ${load.failures.length} failed`)
    }
  } finally {
    await load.stop()
    await proxy.stop()
    await close()
  }
  for (const failure of new Set(load.failures)) print(failure)
  return { restarts: RESTARTS, answered: load.count(), failed: load.failures.length }
}

/** Reads and confirmations in turn, each sent once. */
function startClients(url: string) {
  const stop = new AbortController()
  const failures: string[] = []
  let [answered, next] = [0, 0]
  async function ask(path: string, token: string, body?: object) {
    try {
      const response = await fetch(`${url}${path}`, asAgent(token, body))
      const text = await response.text()
      if (response.ok) answered += 1
      else failures.push(`${path}: ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${path}: ${String(error)} ${String((error as Error).cause)}`)
    }
  }
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (!stop.signal.aborted) {
      await ask('/api/user/profile', tokenOf(client))
      await ask('/api/payments/confirm', tokenOf(client), confirmation(next++))
    }
  })
  return {
    failures,
    count: () => answered,
    async stop() {
      stop.abort()
      await Promise.all(clients)
    },
  }
}
