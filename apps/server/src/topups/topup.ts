import { Topup, topupReasons, topupStates, type WalletType, walletTypes } from '@cashbox/contract'
import { col, type Queryable, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { formatUnits } from '../ledger/units.ts'
import { writeNotice } from '../notices/notice.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { queryFirst } from '../platform/query-first.ts'
import type { Services } from '../platform/services.ts'

export interface Arrival {
  readonly agentId: string | null
  readonly rail: WalletType
  /** Unique on the rail. */
  readonly reference: string
  readonly coin: string
  readonly units: bigint
  readonly decimals: number
  readonly sender: string
  readonly txid?: string
  readonly blockNumber?: number
  /** How many providers proved it, once it is final. */
  readonly providers?: number
  readonly orderId?: string
  readonly at: Date
}

export type TopupRow = RowOf<typeof topupColumns>

interface TopupNotice {
  readonly state: 'credited' | 'held' | 'returned'
  readonly received?: { readonly amount: bigint; readonly currencyCode: string }
  readonly at: Date
}

export const topupColumns = {
  id: col.uuid,
  agent_id: col.nullable(col.uuid),
  rail: col.oneOf(...walletTypes),
  state: col.oneOf(...topupStates),
  reason: col.nullable(col.oneOf(...topupReasons)),
  coin: col.text,
  /** Text, because worthless tokens can have amounts larger than any number type. */
  units: col.text,
  decimals: col.int2,
  /** How many providers proved it; null until then, and on rails other than Tron. */
  providers: col.nullable(col.int2),
}

const columns = {
  ...columnsFor(z.omit(Topup, { type: true, sent: true, explorer_url: true })),
  ...topupColumns,
  txid: col.nullable(col.text),
}

const selectTopups = sql`
  select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers, confirmations, currency_code,
         rate::text as rate, offset_percent::text as offset_percent, received, reference, txid, note, seen_at, finished_at
  from topup`

/** After so many failed polls, the agent is warned of delays. */
const FAILED_POLLS = 6
const MIN_DELAY_MS = 60_000

/** Inserts the top-up if it is new, and locks it. Until it is decided a later report replaces it: a chain can reorganise. */
export async function recordArrival(tx: Tx, arrival: Arrival): Promise<TopupRow> {
  await tx.execute(sql`
    insert into topup (id, agent_id, rail, reference, state, coin, units, decimals, sender, txid, block_number, confirmations,
                       providers, order_id, seen_at)
    values (${uuidv7()}, ${arrival.agentId}, ${arrival.rail}, ${arrival.reference}, 'confirming', ${arrival.coin},
            ${arrival.units.toString()}, ${arrival.decimals}, ${arrival.sender}, ${arrival.txid ?? null}, ${arrival.blockNumber ?? null},
            ${arrival.rail === 'tron' ? 0 : null}, ${arrival.providers ?? null}, ${arrival.orderId ?? null}, ${arrival.at})
    on conflict on constraint topup_is_one do update
      set agent_id = excluded.agent_id, coin = excluded.coin, units = excluded.units, decimals = excluded.decimals,
          sender = excluded.sender, block_number = excluded.block_number, providers = excluded.providers, order_id = excluded.order_id
      where topup.state in ('confirming', 'failed') or topup.reason = 'not_in_history'`)
  return queryOne(tx, topupColumns)`
    select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers from topup
    where rail = ${arrival.rail} and reference = ${arrival.reference} for update`
}

export const lockTopup = (tx: Tx, id: string) =>
  queryFirst(tx, topupColumns)`
    select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers from topup
    where id = ${id} for update`

/** Newest first. */
export async function listTopups(
  db: Queryable,
  agentId: string,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
  explorerUrl: string,
) {
  const rows = await query(db, columns)`
    ${selectTopups}
    where agent_id = ${agentId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit + 1}`
  return { list: rows.slice(0, limit).map((row) => toTopup(row, explorerUrl)), has_more: rows.length > limit }
}

/** Null if there is none. */
export async function findTopup(db: Queryable, agentId: string, id: string, explorerUrl: string) {
  const [row] = await query(db, columns)`${selectTopups} where agent_id = ${agentId} and id = ${id}`
  return row ? toTopup(row, explorerUrl) : null
}

export async function listDelayed({ db, clock, config: { tron } }: Services): Promise<WalletType[]> {
  if (!tron.isOn) return []
  const since = new Date(clock.now().getTime() - Math.max(MIN_DELAY_MS, FAILED_POLLS * tron.pollMs))
  const behind = await db.execute(sql`
    select 1 from tron_cursor where chain = ${tron.chain} and pass = 'first' and succeeded_at < ${since}`)
  return behind > 0 ? ['tron'] : []
}

export async function writeTopupNotice(tx: Tx, topup: TopupRow, { state, received, at }: TopupNotice): Promise<void> {
  if (topup.agent_id === null) return
  const data = {
    topup_id: topup.id,
    state,
    sent: formatUnits(BigInt(topup.units), topup.decimals),
    coin: topup.coin,
    received: received?.amount.toString() ?? null,
    currency_code: received?.currencyCode ?? null,
  }
  await writeNotice(tx, topup.agent_id, { kind: 'topup', data }, at)
}

const toTopup = (row: RowOf<typeof columns>, explorerUrl: string) => ({
  ...row,
  type: row.rail,
  sent: formatUnits(BigInt(row.units), row.decimals),
  reference: row.txid ?? row.reference,
  explorer_url: row.txid === null ? null : explorerUrl.replace('{txid}', row.txid),
})
