import type { Client } from 'pg'
import { runGet } from './http-load.ts'
import { median, round } from './measurement.ts'
import type { Network } from './network.ts'
import { AGENTS, AMOUNT, addHistory, addStatement, tokenOf } from './prepare.ts'

const CALLS = 1_000

/** The first and the last second of the month. */
function thisMonth() {
  const now = new Date()
  return {
    from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000,
    to: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000 - 1,
  }
}

/** The median time of a call, after some to warm up. */
const timer = (port: number) => async (path: string, agent: number) => {
  await runGet(port, path, agent, 100)
  return (await runGet(port, path, agent, CALLS)).p50Ms
}

const FEW = 10
const MANY = 10_000
const ROUNDS = 30

/** A look-up and a confirmation must cost the same, however many transactions are open in the channel. */
export async function benchOpen({ db, server }: Network, print: (line: string) => void) {
  const few = await measure(db, server.port, 'few')
  await open(db, 'many', MANY)
  await db.query('vacuum analyze player_transaction')
  const many = await measure(db, server.port, 'beside-many')
  const figures = {
    lookup_10_open_p50_ms: round(few.lookUpMs, 2),
    lookup_10000_open_p50_ms: round(many.lookUpMs, 2),
    lookup_ratio: round(many.lookUpMs / few.lookUpMs, 2),
    confirm_10_open_p50_ms: round(few.confirmMs, 2),
    confirm_10000_open_p50_ms: round(many.confirmMs, 2),
    confirm_open_ratio: round(many.confirmMs / few.confirmMs, 2),
  }
  print(`Look-up with ${FEW} open: ${round(few.lookUpMs, 2)} ms, with ${MANY}: ${round(many.lookUpMs, 2)} ms`)
  print(`Confirmation with ${FEW} open: ${round(few.confirmMs, 2)} ms, with ${MANY}: ${round(many.confirmMs, 2)} ms`)
  return figures
}

/** One call after the other, ten transactions at a time, so that no more than ten of these are open. */
async function measure(db: Client, port: number, name: string) {
  const lookUps: number[] = []
  const confirmations: number[] = []
  for (let index = 0; index < ROUNDS; index += 1) {
    const ids = await open(db, `${name}-${index}`, FEW)
    for (const [position, id] of ids.entries()) {
      const token = tokenOf((index * FEW + position) % AGENTS)
      lookUps.push(await time(port, '/payments/lookup', token, { transaction_id: id }))
      const body = { type: 'deposit', transaction_id: id, amount: AMOUNT, geo_lat: '41.2995', geo_lon: '69.2401' }
      confirmations.push(await time(port, '/payments/confirm', token, body))
    }
  }
  return { lookUpMs: median(lookUps), confirmMs: median(confirmations) }
}

async function open(db: Client, name: string, count: number): Promise<string[]> {
  const { rows } = await db.query<{ transaction_id: string }>(
    `insert into player_transaction (id, transaction_id, player_service_id, channel_id, type, amount, player_id, created_at, expires_at)
     select gen_random_uuid(), upper(replace($1, '-', '_')) || '_' || n, (select id from player_service where code = 'sandbox'),
            (select id from channel where code = 'tashkent'), 'deposit', 1000, 'player', now(), now() + interval '1 day'
     from generate_series(1, $2::int) as n returning transaction_id`,
    [name, count],
  )
  return rows.map(({ transaction_id }) => transaction_id)
}

async function time(port: number, path: string, token: string, body: object): Promise<number> {
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - started
}

const LONG = { agent: 1, rows: 500_000 }
const SHORT = { agent: 2, rows: 10 }
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

/** A page of the statement must cost the same at any depth and for every kind. Follows `benchReading`, whose agents it reads. */
export async function benchStatement({ db, server }: Network, print: (line: string) => void) {
  await addStatement(db, LONG.agent)
  await addStatement(db, SHORT.agent)
  const { from, to } = thisMonth()
  const time = timer(server.port)
  const page = (filter: string) => time(`/user/statement?from=${from}&to=${to}&limit=${PAGE}${filter}`, LONG.agent)
  const explanation = `/user/statement/explanation?from=${from}&to=${to}`
  const first = await page('')
  const last = await page(`&cursor=${PAGE + 1}`)
  const firstOfKind = await page('&kind=deposit')
  const lastOfKind = await page(`&kind=deposit&cursor=${PAGE + 1}`)
  // The only adjustment is the oldest of all lines.
  const rareKind = await page('&kind=adjustment')
  const short = await time(explanation, SHORT.agent)
  const long = await time(explanation, LONG.agent)
  const figures = {
    statement_first_page_p50_ms: round(first, 2),
    statement_last_page_p50_ms: round(last, 2),
    statement_ratio: round(last / first, 2),
    statement_kind_first_page_p50_ms: round(firstOfKind, 2),
    statement_kind_last_page_p50_ms: round(lastOfKind, 2),
    statement_kind_ratio: round(lastOfKind / firstOfKind, 2),
    statement_rare_kind_p50_ms: round(rareKind, 2),
    explanation_10_lines_p50_ms: round(short, 2),
    explanation_500000_lines_p50_ms: round(long, 2),
    explanation_ratio: round(long / short, 2),
  }
  print(`Statement of ${LONG.rows} lines: first page ${round(first, 2)} ms, last page ${round(last, 2)} ms`)
  print(`… deposits alone: first page ${round(firstOfKind, 2)} ms, last page ${round(lastOfKind, 2)} ms`)
  print(`… the one adjustment, its oldest line: ${round(rareKind, 2)} ms`)
  print(`Explanation of a month: ${SHORT.rows} lines ${round(short, 2)} ms, ${LONG.rows} lines ${round(long, 2)} ms`)
  return figures
}
