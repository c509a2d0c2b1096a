import { openEmbeddedPostgres } from '@cashbox/postgres/embedded-postgres'
import { toNetwork } from '@cashbox/postgres/network'
import { Client } from 'pg'
import type { Effort } from './bench-confirmations.ts'
import { runHttp } from './http-load.ts'
import { type Measurement, medianOf } from './measurement.ts'
import { AGENTS, addAgents, addTransactions, opening, tempFolder } from './prepare.ts'
import { startServer } from './server-process.ts'

const CLIENTS = 32
const WARM_UP = 1_000
/** More than it confirms in a second. */
const MOST_PER_SECOND = 3_000

export const benchEmbedded = ({ turns, seconds }: Effort, print: (line: string) => void) =>
  opening(async (opened) => {
    const directory = opened.use(tempFolder('bench-embedded')).path
    const start = () => startServer({ DATABASE_URL: '', CASHBOX_DATA_DIR: directory })
    await (await start()).stop()
    const most = Math.round(turns * seconds * MOST_PER_SECOND)
    await fill(directory, most + WARM_UP)
    const server = opened.use(await start())
    const run = (clients: number, from: number, count: number) =>
      runHttp({ port: server.port, clients, start: from, count, seconds, agentOf: (number) => number % AGENTS })
    let next = (await run(8, 0, WARM_UP)).sent
    const rounds: Measurement[] = []
    for (let turn = 0; turn < turns; turn++) {
      const load = await run(CLIENTS, next, Math.round(seconds * MOST_PER_SECOND))
      next += load.sent
      rounds.push(load)
    }
    const { perSecond, p50Ms, p99Ms } = medianOf(rounds)
    print(`On the embedded database, many agents, ${CLIENTS} clients: ${perSecond}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
    return { embedded_32_per_second: perSecond, embedded_32_p50_ms: p50Ms, embedded_32_p99_ms: p99Ms }
  })

async function fill(directory: string, transactions: number) {
  const postgres = await openEmbeddedPostgres(directory, () => {})
  const client = new Client(toNetwork(postgres.url, 'cashbox', []))
  await client.connect()
  await addAgents(client)
  await addTransactions(client, transactions)
  await client.end()
  await postgres.close()
}
