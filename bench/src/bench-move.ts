import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_NETWORK } from '@cashbox/postgres/network'
import { startWorkerProcess } from '@cashbox/testing/server-process'
import { startPostgres } from '@cashbox/testing/start-postgres'
import { asAgent, confirmation } from './attack/tally.ts'
import { addConfirmed } from './bench-space.ts'
import { watchGaps } from './chaos/move.ts'
import { round } from './measurement.ts'
import { AGENTS, addAgents, addTransactions, connect, openDatabase, opening, tempFolder, tokenOf } from './prepare.ts'
import { startServer } from './server-process.ts'

const DATABASE = 'bench'
const CLIENTS = 4
/** What the clients confirm while the network moves. */
const OPEN_TRANSACTIONS = 100_000
const THINK_MS = 20

const POSTGRES = {
  fsync: true,
  settings: {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    wal_level: 'logical',
    max_sync_workers_per_subscription: '4',
    max_logical_replication_workers: '8',
  },
}

/** Moves a network with that many transactions to another PostgreSQL while agents confirm, and measures how long they wait. */
export const benchMove = (transactions: number, print: (line: string) => void): Promise<Record<string, number>> =>
  opening(async (opened) => {
    const folder = opened.use(tempFolder('bench-data'))
    const source = opened.use(await startPostgres(POSTGRES))
    const target = opened.use(await startPostgres(POSTGRES))
    const env = {
      DATABASE_URL: source.url(DATABASE),
      CASHBOX_MODE: 'sandbox',
      CASHBOX_DATA_DIR: folder.path,
      CASHBOX_SECRET: randomBytes(32).toString('base64url'),
      LOG_LEVEL: 'error',
    }
    for (const postgres of [source, target]) await openDatabase(postgres, DATABASE)
    const server = opened.use(await startServer(env))
    const db = await connect(source.url(DATABASE))
    await addAgents(db)
    await addConfirmed(db, transactions)
    await addTransactions(db, OPEN_TRANSACTIONS)
    await db.end()
    print(`${transactions} transactions confirmed`)
    const load = startClients(`http://127.0.0.1:${server.port}`)
    await wait(1_000)
    const stopWatching = watchGaps(load)
    const started = performance.now()
    const command = startWorkerProcess(env, `network move ${DEFAULT_NETWORK} --to ${target.url(DATABASE)}`)
    const code = await command.ended
    const moveS = (performance.now() - started) / 1000
    await wait(1_000)
    const gapS = stopWatching() / 1000
    await load.stop()
    print(command.output())
    if (code !== 0) throw new Error('the network was not moved')
    return {
      move_transactions: transactions,
      move_s: round(moveS, 1),
      move_stopped_s: Number(/stood still for ([\d.]+) s/.exec(command.output())?.[1]),
      move_longest_wait_s: round(gapS, 1),
    }
  })

/** Agents who confirm one after the other, and try again when they are refused. */
function startClients(url: string) {
  const confirmed: string[] = []
  const stopping = new AbortController()
  let next = 0
  const client = async () => {
    for (; !stopping.signal.aborted && next < OPEN_TRANSACTIONS; await wait(THINK_MS)) {
      const number = next++
      const { method, headers, ...rest } = asAgent(tokenOf(number % AGENTS), confirmation(number))
      const request = { method, ...rest, headers: { ...headers, 'idempotency-key': `move-${number}` } }
      while (!stopping.signal.aborted) {
        const response = await fetch(`${url}/api/payments/confirm`, request).catch(() => null)
        if (response?.ok) break
        if (response && response.status < 500) throw new Error(`a confirmation answered ${await response.text()}`)
        await wait(THINK_MS)
      }
      confirmed.push(String(number))
    }
  }
  const work = Promise.all(Array.from({ length: CLIENTS }, client))
  work.catch(() => {})
  return {
    confirmed,
    async stop() {
      stopping.abort()
      await work
    },
  }
}
