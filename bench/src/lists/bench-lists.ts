import { startPostgres } from '@cashbox/testing/start-postgres'
import type { Client } from 'pg'
import { connect, openDatabase, opening, tempFolder } from '../prepare.ts'
import { startServer } from '../server-process.ts'
import { type Call, callsOf } from './calls.ts'
import { sizeOf } from './load-agents.ts'
import { loadNetwork } from './load-network.ts'
import {
  type ConsoleClient,
  logIn,
  measureExport,
  type Planned,
  planCall,
  type Timed,
  timeCall,
} from './measure-calls.ts'
import { listenForPlans } from './plan-listener.ts'
import { findSubjects } from './subjects.ts'

const DATABASE = 'lists'
const MOST_MS = 200
/** More than the garbage of a few pages. */
const MOST_GROWTH_MB = 50
const EXPORTED_ROWS = 100_000
/** In smaller tables PostgreSQL is right to read everything. */
const LARGE_TABLE_ROWS = 60_000

// Nothing here is about writing, so loading need not survive anything.
const SETTINGS = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
  full_page_writes: 'off',
  autovacuum: 'off',
}

interface Bench {
  readonly share: number
  readonly print: (line: string) => void
}

/** The lists of the console on a large network: how long each takes, what it reads, and what a file of one costs. */
export const benchLists = ({ share, print }: Bench) =>
  opening(async (opened) => {
    const postgres = opened.use(await startPostgres({ fsync: false, settings: SETTINGS }))
    const folder = opened.use(tempFolder('bench-lists')).path
    const url = postgres.url(DATABASE)
    await openDatabase(postgres, DATABASE)
    const db = opened.use(await prepare({ share, print, url, folder }))
    const subjects = await findSubjects(db, Math.round(EXPORTED_ROWS * Math.min(1, 10 * share)))
    const calls = callsOf(subjects)
    const lookUp = `/approval-requests/${subjects.requestId}`

    const timed = new Map<Call, Timed>()
    const server = await startServer({ DATABASE_URL: url, CASHBOX_DATA_DIR: folder, LOG_LEVEL: 'info' })
    const client = await logIn(server.port)
    for (const call of calls) timed.set(call, await timeCall(client, call, lookUp))
    const file = await exportFiles(client, server.pid, subjects.exported, print)
    await server.stop()

    const planned = await planCalls({ db, port: postgres.port, url, folder, calls })
    return report({ calls, timed, planned, file, print })
  })

interface Place {
  readonly url: string
  readonly folder: string
}

/** The server itself makes the tables and the sandbox, and is gone while the network is loaded. */
async function prepare({ share, print, url, folder }: Bench & Place) {
  const server = await startServer({ DATABASE_URL: url, CASHBOX_DATA_DIR: folder, LOG_LEVEL: 'info' })
  await server.stop()
  const db = await connect(url)
  await loadNetwork({ db, url, size: sizeOf(share), print })
  return db
}

async function exportFiles(
  client: ConsoleClient,
  pid: number,
  { from, to }: { readonly from: number; readonly to: number },
  print: (line: string) => void,
) {
  const figures: Record<string, number> = {}
  const problems: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const path = `/exports/transactions?format=${format}&created_from=${from}&created_to=${to}`
    await measureExport(client, pid, `${path}&type=withdraw`)
    const { bytes, seconds, peakMb, growthMb } = await measureExport(client, pid, path)
    const rows = await exportedRows(client)
    print(
      `Export of ${rows} rows as ${format}: ${Math.round(rows / seconds)} rows/s, ${(bytes / 1e6).toFixed(1)} MB, ` +
        `the server has ${peakMb.toFixed(0)} MB at most and grew by ${growthMb.toFixed(1)} MB`,
    )
    figures[`export_${format}_rows_per_second`] = Math.round(rows / seconds)
    figures[`export_${format}_growth_mb`] = Number(growthMb.toFixed(1))
    if (growthMb > MOST_GROWTH_MB) problems.push(`an export as ${format} grew the server by ${growthMb.toFixed(0)} MB`)
  }
  return { figures, problems }
}

/** As the audit has them of the last file. */
async function exportedRows(client: ConsoleClient): Promise<number> {
  const answer = await client.get('/audit?action=export.end&limit=1')
  const { payload } = (await answer.json()) as { payload: { list: { after: { rows: number } }[] } }
  return payload.list[0]?.after.rows ?? 0
}

async function planCalls({ db, port, url, folder, calls }: Place & { db: Client; port: number; calls: Call[] }) {
  const { rows } = await db.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples >= $1`,
    [LARGE_TABLE_ROWS],
  )
  const large = new Set(rows.map(({ relname }) => relname))
  const listener = await listenForPlans(db, port, DATABASE)
  const heard = url.replace(`:${port}/`, `:${listener.port}/`)
  const server = await startServer({ DATABASE_URL: heard, CASHBOX_DATA_DIR: folder, LOG_LEVEL: 'info' })
  const client = await logIn(server.port)
  const planned = new Map<Call, Planned>()
  for (const call of calls) planned.set(call, await planCall(client, call, listener, large))
  await server.stop()
  await listener.stop()
  return planned
}

interface Results {
  readonly calls: readonly Call[]
  readonly timed: ReadonlyMap<Call, Timed>
  readonly planned: ReadonlyMap<Call, Planned>
  readonly file: { readonly figures: Record<string, number>; readonly problems: readonly string[] }
  readonly print: (line: string) => void
}

/** The table, what is wrong with it, and the figures for the last line. */
function report({ calls, timed, planned, file, print }: Results) {
  const problems: string[] = [...file.problems]
  print(
    `${'Lists of the console'.padEnd(60)}${'median ms'.padStart(10)}${'worst'.padStart(8)}${'ratio'.padStart(7)}${'rows read'.padStart(10)}${'shown'.padStart(7)}`,
  )
  for (const call of calls) {
    const { medianMs = 0, worstMs = 0, ratio = 0, rows = null } = timed.get(call) ?? {}
    const { rowsRead = 0, sequential = [], indexes = [] } = planned.get(call) ?? {}
    const figures = [
      medianMs.toFixed(1),
      worstMs.toFixed(1),
      ratio.toFixed(1),
      String(Math.round(rowsRead)),
      String(rows ?? ''),
    ]
    const columns = figures.map((figure, index) => figure.padStart([10, 8, 7, 10, 7][index] ?? 0)).join('')
    print(`  ${call.name.padEnd(58)}${columns}  ${indexes.join(' ')}`)
    if (medianMs >= MOST_MS) problems.push(`${call.name} takes ${medianMs.toFixed(0)} ms`)
    if (sequential.length > 0 && !call.mayReadAll) problems.push(`${call.name} reads all of ${sequential.join(', ')}`)
  }
  for (const problem of problems) print(`TOO MUCH: ${problem}`)
  const medians = [...timed.values()].map(({ medianMs }) => medianMs)
  const figures = {
    lists: calls.length,
    lists_slowest_ms: Number(Math.max(...medians).toFixed(1)),
    lists_worst_ratio: Number(Math.max(...[...timed.values()].map(({ ratio }) => ratio)).toFixed(1)),
    lists_read_sequentially: [...planned.values()].filter(({ sequential }) => sequential.length > 0).length,
    ...file.figures,
  }
  return { figures, isGood: problems.length === 0 }
}
