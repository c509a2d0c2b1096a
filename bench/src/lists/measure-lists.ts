import { type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import type { Client } from 'pg'
import { connect, openDatabase, opening, tempFolder } from '../common/database.ts'
import { type Figures, print } from '../common/report.ts'
import { startServer } from '../common/server.ts'
import { type Call, readCalls } from './calls.ts'
import { type ConsoleClient, logIn, measureExport, planCall, timeCall } from './console-client.ts'
import { findExamples } from './find-examples.ts'
import { loadNetwork } from './load-network.ts'
import { readPlans } from './plans.ts'

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

/** The lists of the console on a large network: how long each takes, what it reads, and what a file of one costs. */
export const measureLists = (share: number) =>
  opening(async (opened) => {
    const postgres = opened.use(await startPostgres({ fsync: false, settings: SETTINGS }))
    const folder = opened.use(tempFolder('bench-lists')).path
    const url = postgres.url(DATABASE)
    const start = () => startServer({ DATABASE_URL: url, CASHBOX_DATA_DIR: folder })
    await openDatabase(postgres.url, DATABASE)
    // The server itself makes the tables and the sandbox, and is gone while the network is loaded.
    await (await start()).stop()
    const db = opened.use(await connect(url))
    await loadNetwork(db, share)
    const { examples, exported } = await findExamples(db, Math.round(EXPORTED_ROWS * Math.min(1, 10 * share)))
    const calls = readCalls(examples)

    const server = await start()
    const timed = await timeCalls(await logIn(server.url), calls, `/approval-requests/${examples['request']}`)
    const exports = await exportFiles(await logIn(server.url), server.pid, exported)
    await server.stop()
    const planned = await planCalls({ db, postgres, calls, start })

    const rows = calls.map((call, index) => ({ ...call, ...timed[index], ...planned[index] }) as Row)
    const problems = [...exports.problems, ...rows.flatMap(problemsOf)]
    printTable(rows)
    const figures: Figures = {
      lists: rows.length,
      lists_slowest_ms: Number(Math.max(...rows.map(({ medianMs }) => medianMs)).toFixed(1)),
      lists_worst_ratio: Number(Math.max(...rows.map(({ ratio }) => ratio)).toFixed(1)),
      lists_read_sequentially: rows.filter(({ sequential }) => sequential.length > 0).length,
      ...exports.figures,
    }
    return { figures, problems }
  })

type Row = Call & Awaited<ReturnType<typeof timeCall>> & Awaited<ReturnType<typeof planCall>>

async function timeCalls(client: ConsoleClient, calls: readonly Call[], lookUp: string) {
  const timed = []
  for (const { path } of calls) timed.push(await timeCall(client, path, lookUp))
  return timed
}

async function exportFiles(
  client: ConsoleClient,
  pid: number,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const figures: Figures = {}
  const problems: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const path = `/exports/transactions?format=${format}&created_from=${from}&created_to=${to}`
    await measureExport(client, pid, `${path}&type=withdraw`)
    const { rows, bytes, seconds, peakMb, growthMb } = await measureExport(client, pid, path)
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

interface Planning {
  readonly db: Client
  readonly postgres: RunningPostgres
  readonly calls: readonly Call[]
  readonly start: () => ReturnType<typeof startServer>
}

/** Apart from the times: writing a plan takes longer than most calls. */
async function planCalls({ db, postgres, calls, start }: Planning) {
  const { rows } = await db.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples >= $1`,
    [LARGE_TABLE_ROWS],
  )
  const large = new Set(rows.map(({ relname }) => relname))
  const plans = await readPlans(db, postgres, DATABASE)
  const server = await start()
  const client = await logIn(server.url)
  const planned = []
  for (const { path } of calls) planned.push(await planCall(client, path, plans, large))
  await server.stop()
  plans.close()
  return planned
}

const WIDTHS = [10, 8, 7, 10, 7]
const padAll = (columns: readonly string[]) =>
  columns.map((column, index) => column.padStart(WIDTHS[index] ?? 0)).join('')

function printTable(rows: readonly Row[]) {
  print('Lists of the console'.padEnd(60) + padAll(['median ms', 'worst', 'ratio', 'rows read', 'shown']))
  for (const { name, medianMs, worstMs, ratio, rowsRead, shown, indexes } of rows) {
    const times = [medianMs, worstMs, ratio].map((figure) => figure.toFixed(1))
    const columns = padAll([...times, String(Math.round(rowsRead)), String(shown ?? '')])
    print(`  ${name.padEnd(58)}${columns}  ${indexes.join(' ')}`)
  }
}

const problemsOf = ({ name, medianMs, sequential, mayReadAll }: Row): string[] => [
  ...(medianMs >= MOST_MS ? [`${name} takes ${medianMs.toFixed(0)} ms`] : []),
  ...(sequential.length > 0 && !mayReadAll ? [`${name} reads all of ${sequential.join(', ')}`] : []),
]
