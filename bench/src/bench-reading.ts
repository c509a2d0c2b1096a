import type { Client } from 'pg'
import { runGet } from './http-load.ts'
import { addHistory } from './prepare.ts'

const LONG = { agent: 1, rows: 500_000 }
const SHORT = { agent: 2, rows: 10 }
const CALLS = 1_000
const PAGE = 10

interface Bench {
  readonly db: Client
  readonly server: { readonly port: number }
  readonly print: (line: string) => void
}

const round = (value: number) => Number(value.toFixed(2))

/** A page of history must cost the same at any depth, and a month the same at any size. */
export async function benchReading({ db, server, print }: Bench) {
  await db.query('set session_replication_role = replica')
  await db.query('delete from confirmation where agent_id in (select id from agent where email in ($1, $2))', [
    `bench-${LONG.agent}@cashbox.test`,
    `bench-${SHORT.agent}@cashbox.test`,
  ])
  await db.query('delete from daily_total where agent_id in (select id from agent where email in ($1, $2))', [
    `bench-${LONG.agent}@cashbox.test`,
    `bench-${SHORT.agent}@cashbox.test`,
  ])
  await db.query('set session_replication_role = origin')
  await addHistory(db, LONG.agent, LONG.rows)
  await addHistory(db, SHORT.agent, SHORT.rows)
  const month = new Date()
  const from = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1) / 1000
  const to = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1) / 1000 - 1
  const history = (offset: number) => `/payments/history?from=${from}&to=${to}&limit=${PAGE}&offset=${offset}`
  const time = async (path: string, agent: number) => {
    await runGet(server.port, path, agent, 100)
    return (await runGet(server.port, path, agent, CALLS)).p50Ms
  }
  const firstPage = await time(history(0), LONG.agent)
  const lastPage = await time(history(LONG.rows - PAGE), LONG.agent)
  const shortMonth = await time(`/payments/stats?from=${from}&to=${to}`, SHORT.agent)
  const longMonth = await time(`/payments/stats?from=${from}&to=${to}`, LONG.agent)
  const figures = {
    history_first_page_p50_ms: round(firstPage),
    history_last_page_p50_ms: round(lastPage),
    history_ratio: round(lastPage / firstPage),
    stats_10_rows_p50_ms: round(shortMonth),
    stats_500000_rows_p50_ms: round(longMonth),
    stats_ratio: round(longMonth / shortMonth),
  }
  print(`History of ${LONG.rows} rows: first page ${round(firstPage)} ms, last page ${round(lastPage)} ms`)
  print(`Statistics of a month: ${SHORT.rows} rows ${round(shortMonth)} ms, ${LONG.rows} rows ${round(longMonth)} ms`)
  return figures
}
