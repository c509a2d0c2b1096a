import type { Client } from 'pg'
import { AGENTS, agentId, asAgent, confirmation } from './common/database.ts'
import { runGet } from './common/http-load.ts'
import { type Figures, median, type Print, report } from './common/measurement.ts'
import { type Network, withNetwork } from './common/network.ts'
import { readSql } from './common/sql-file.ts'

/** What agents read must cost the same at any depth and size. */
export const measureReading = (print: Print): Promise<Figures> =>
  withNetwork({}, async (network) => ({
    ...(await measureOpen(network, print)),
    ...(await measurePages(network, print)),
  }))

const FEW = 10
const MANY = 10_000
const ROUNDS = 30

/** A look-up and a confirmation must cost the same, however many transactions are open in the channel. */
async function measureOpen({ db, server }: Network, print: Print) {
  const few = await measureFew(db, server.url, 'few')
  await open(db, 'many', MANY)
  await db.query('vacuum analyze player_transaction')
  const many = await measureFew(db, server.url, 'beside-many')
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
async function measureFew(db: Client, url: string, name: string) {
  const lookUps: number[] = []
  const confirmations: number[] = []
  for (let index = 0; index < ROUNDS; index += 1) {
    const ids = await open(db, `${name}-${index}`, FEW)
    for (const [position, transaction_id] of ids.entries()) {
      const agent = (index * FEW + position) % AGENTS
      lookUps.push(await time(`${url}/api/payments/lookup`, agent, { transaction_id }))
      confirmations.push(await time(`${url}/api/payments/confirm`, agent, { ...confirmation(0), transaction_id }))
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

async function time(url: string, agent: number, body: object): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, asAgent(agent, body))
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return performance.now() - started
}

const LONG = { agent: 1, rows: 500_000 }
const SHORT = { agent: 2, rows: 10 }
const PAGE = 10
const LAST = LONG.rows - PAGE
const WARM_UP = 100
const CALLS = 1_000

const now = new Date()
const monthS = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1) / 1000
const MONTH = `from=${monthS(0)}&to=${monthS(1) - 1}`

/** The name of the figure, the call, and its agent. A call with a ratio must cost about as much as the one before it. */
const READS = [
  ['history_first_page', `/payments/history?${MONTH}&limit=${PAGE}&offset=0`, LONG],
  ['history_last_page', `/payments/history?${MONTH}&limit=${PAGE}&offset=${LAST}`, LONG, 'history_ratio'],
  ['stats_10_rows', `/payments/stats?${MONTH}`, SHORT],
  ['stats_500000_rows', `/payments/stats?${MONTH}`, LONG, 'stats_ratio'],
  ['statement_first_page', `/user/statement?${MONTH}&limit=${PAGE}`, LONG],
  ['statement_last_page', `/user/statement?${MONTH}&limit=${PAGE}&cursor=${PAGE + 1}`, LONG, 'statement_ratio'],
  ['statement_kind_first_page', `/user/statement?${MONTH}&limit=${PAGE}&kind=deposit`, LONG],
  [
    'statement_kind_last_page',
    `/user/statement?${MONTH}&limit=${PAGE}&kind=deposit&cursor=${PAGE + 1}`,
    LONG,
    'statement_kind_ratio',
  ],
  // The only adjustment is the oldest of all lines.
  ['statement_rare_kind', `/user/statement?${MONTH}&limit=${PAGE}&kind=adjustment`, LONG],
  ['explanation_10_lines', `/user/statement/explanation?${MONTH}`, SHORT],
  ['explanation_500000_lines', `/user/statement/explanation?${MONTH}`, LONG, 'explanation_ratio'],
] as const

async function measurePages({ db, server }: Network, print: Print) {
  await db.query('set session_replication_role = replica')
  for (const table of ['confirmation', 'daily_total'])
    await db.query(`delete from ${table} where agent_id = any($1::uuid[])`, [
      [LONG, SHORT].map(({ agent }) => agentId(agent)),
    ])
  for (const { agent, rows } of [LONG, SHORT])
    await db.query(readSql(new URL('history.sql', import.meta.url), { agent: agentId(agent), index: agent, rows }))
  await db.query('set session_replication_role = origin')
  await db.query('vacuum analyze confirmation')
  const figures: Figures = {}
  let firstMs = 0
  for (const [name, path, { agent }, ratio] of READS) {
    await runGet(server.port, path, agent, WARM_UP)
    const { p50Ms } = await runGet(server.port, path, agent, CALLS)
    figures[`${name}_p50_ms`] = p50Ms
    if (ratio) figures[ratio] = p50Ms / firstMs
    else firstMs = p50Ms
  }
  return report(print, `Pages and sums of ${SHORT.rows} and of ${LONG.rows} rows`, figures)
}
