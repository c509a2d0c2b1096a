import type { Client } from 'pg'
import { runGet } from './http-load.ts'
import { median, round } from './measurement.ts'
import type { Network } from './network.ts'
import { AGENTS, AMOUNT, addHistory, agentId, tokenOf } from './prepare.ts'

const CALLS = 1_000

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

/** Rounds figures, prints them under a title and answers them. */
function report(print: (line: string) => void, title: string, figures: Readonly<Record<string, number>>) {
  const rounded = Object.entries(figures).map(([name, value]) => [name, round(value, 2)] as const)
  print(`${title}: ${rounded.map(([name, value]) => `${name} ${value}`).join(', ')}`)
  return Object.fromEntries(rounded)
}

/** A look-up and a confirmation must cost the same, however many transactions are open in the channel. */
export async function benchOpen({ db, server }: Network, print: (line: string) => void) {
  const few = await measure(db, server.port, 'few')
  await open(db, 'many', MANY)
  await db.query('vacuum analyze player_transaction')
  const many = await measure(db, server.port, 'beside-many')
  return report(print, `With ${FEW} and with ${MANY} open transactions`, {
    lookup_10_open_p50_ms: few.lookUpMs,
    lookup_10000_open_p50_ms: many.lookUpMs,
    lookup_ratio: many.lookUpMs / few.lookUpMs,
    confirm_10_open_p50_ms: few.confirmMs,
    confirm_10000_open_p50_ms: many.confirmMs,
    confirm_open_ratio: many.confirmMs / few.confirmMs,
  })
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
    `insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, created_at, expires_at)
     select gen_random_uuid(), upper(replace($1, '-', '_')) || '_' || n, (select id from partner where code = 'sandbox'),
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
  for (const table of ['confirmation', 'daily_total']) {
    await db.query(`delete from ${table} where agent_id = any($1::uuid[])`, [
      [agentId(LONG.agent), agentId(SHORT.agent)],
    ])
  }
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
  return report(print, `History and statistics of ${SHORT.rows} and of ${LONG.rows} rows`, {
    history_first_page_p50_ms: firstPage,
    history_last_page_p50_ms: lastPage,
    history_ratio: lastPage / firstPage,
    stats_10_rows_p50_ms: shortMonth,
    stats_500000_rows_p50_ms: longMonth,
    stats_ratio: longMonth / shortMonth,
  })
}

/** A page of the statement must cost the same at any depth and for every kind. Follows `benchReading`, whose agents it reads. */
export async function benchStatement({ server }: Network, print: (line: string) => void) {
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
  return report(print, `Statement and explanation of ${SHORT.rows} and of ${LONG.rows} lines`, {
    statement_first_page_p50_ms: first,
    statement_last_page_p50_ms: last,
    statement_ratio: last / first,
    statement_kind_first_page_p50_ms: firstOfKind,
    statement_kind_last_page_p50_ms: lastOfKind,
    statement_kind_ratio: lastOfKind / firstOfKind,
    statement_rare_kind_p50_ms: rareKind,
    explanation_10_lines_p50_ms: short,
    explanation_500000_lines_p50_ms: long,
    explanation_ratio: long / short,
  })
}
