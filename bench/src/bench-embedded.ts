import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres, toNetwork } from '@cashbox/server/bench'
import { Client } from 'pg'
import type { Effort } from './bench-confirmations.ts'
import { runHttp } from './http-load.ts'
import { type Measurement, medianOf } from './measurement.ts'
import { AGENTS, addAgents, addTransactions } from './prepare.ts'
import { startServer } from './server-process.ts'

const CLIENTS = 32
const WARM_UP = 1_000
/** More than it confirms in a second. */
const MOST_PER_SECOND = 3_000

export async function benchEmbedded({ turns, seconds }: Effort, print: (line: string) => void) {
  const directory = mkdtempSync(join(tmpdir(), 'cashbox-bench-embedded-'))
  const start = () => startServer({ DATABASE_URL: '', CASHBOX_DATA_DIR: directory })
  try {
    await (await start()).stop()
    const most = Math.round(turns * seconds * MOST_PER_SECOND)
    await fill(directory, most + WARM_UP)
    const server = await start()
    const agentOf = (number: number) => number % AGENTS
    const run = (clients: number, from: number, count: number) =>
      runHttp({ port: server.port, clients, start: from, count, seconds, agentOf })
    let next = (await run(8, 0, WARM_UP)).sent
    const rounds: Measurement[] = []
    for (let turn = 0; turn < turns; turn++) {
      const load = await run(CLIENTS, next, Math.round(seconds * MOST_PER_SECOND))
      next += load.sent
      rounds.push(load)
    }
    await server.stop()
    const { perSecond, p50Ms, p99Ms } = medianOf(rounds)
    print(`On the embedded database, many agents, ${CLIENTS} clients: ${perSecond}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
    return { embedded_32_per_second: perSecond, embedded_32_p50_ms: p50Ms, embedded_32_p99_ms: p99Ms }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function fill(directory: string, transactions: number) {
  const postgres = await openEmbeddedPostgres(directory, () => {})
  const client = new Client(toNetwork(postgres.url, 'cashbox', []))
  await client.connect()
  await addAgents(client)
  await addTransactions(client, transactions)
  await client.end()
  await postgres.close()
}
