import { join } from 'node:path'
import { openEmbedded } from '@cashbox/server/bench'
import type { Client } from 'pg'
import { runHttp } from './http-load.ts'
import { addAgents, addTransactions } from './prepare.ts'
import { startServer } from './server-process.ts'

const COUNT = 10_000
const CLIENTS = 32

/** The same confirmations on the embedded database. */
export async function benchEmbedded({ folder, print }: { folder: string; print: (line: string) => void }) {
  const directory = join(folder, 'embedded')
  const first = await startServer({ DATABASE_URL: '', CASHBOX_DATA_DIR: directory })
  await first.stop()
  const db = await openEmbedded({ directory })
  const asClient = {
    query: (text: string, values: unknown[] = []) =>
      values.length === 0
        ? db.transaction((tx) => tx.script(text)).catch(() => db.execute({ name: '', text, values }))
        : db.execute({ name: '', text, values }),
  } as unknown as Client
  await addAgents(asClient)
  await addTransactions(asClient, COUNT + 1_000)
  await db.close()
  const server = await startServer({ DATABASE_URL: '', CASHBOX_DATA_DIR: directory })
  await runHttp({ port: server.port, clients: 8, start: COUNT, count: 1_000, hot: false })
  const { perSecond, p50Ms, p99Ms } = await runHttp({
    port: server.port,
    clients: CLIENTS,
    start: 0,
    count: COUNT,
    hot: false,
  })
  await server.stop()
  print(
    `Confirmations on the embedded database, ${CLIENTS} clients: ${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(1)} ms`,
  )
  return {
    pglite_32_per_second: Math.round(perSecond),
    pglite_32_p50_ms: Number(p50Ms.toFixed(2)),
    pglite_32_p99_ms: Number(p99Ms.toFixed(2)),
  }
}
