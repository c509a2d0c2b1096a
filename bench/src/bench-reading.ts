import { thisMonth, timer } from './get-timer.ts'
import { round } from './measurement.ts'
import type { Network } from './network.ts'
import { addHistory } from './prepare.ts'

export const LONG = { agent: 1, rows: 500_000 }
export const SHORT = { agent: 2, rows: 10 }
const PAGE = 10

/** A page of history must cost the same at any depth, and a month the same at any size. */
export async function benchReading({ db, server }: Network, print: (line: string) => void) {
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
  const { from, to } = thisMonth()
  const history = (offset: number) => `/payments/history?from=${from}&to=${to}&limit=${PAGE}&offset=${offset}`
  const time = timer(server.port)
  const firstPage = await time(history(0), LONG.agent)
  const lastPage = await time(history(LONG.rows - PAGE), LONG.agent)
  const shortMonth = await time(`/payments/stats?from=${from}&to=${to}`, SHORT.agent)
  const longMonth = await time(`/payments/stats?from=${from}&to=${to}`, LONG.agent)
  const figures = {
    history_first_page_p50_ms: round(firstPage, 2),
    history_last_page_p50_ms: round(lastPage, 2),
    history_ratio: round(lastPage / firstPage, 2),
    stats_10_rows_p50_ms: round(shortMonth, 2),
    stats_500000_rows_p50_ms: round(longMonth, 2),
    stats_ratio: round(longMonth / shortMonth, 2),
  }
  print(`History of ${LONG.rows} rows: first page ${round(firstPage, 2)} ms, last page ${round(lastPage, 2)} ms`)
  print(
    `Statistics of a month: ${SHORT.rows} rows ${round(shortMonth, 2)} ms, ${LONG.rows} rows ${round(longMonth, 2)} ms`,
  )
  return figures
}
