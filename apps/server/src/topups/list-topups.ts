import { type listTopups as call, formatMinor, type OutputOf, type Topup, type WalletType } from '@cashbox/contract'
import { formatUnits } from '../ledger/units.ts'
import { toSeconds } from '../platform/clock.ts'
import { int4, int8, nullable, type RowOf, text, timestamptz } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { topupColumns } from './topup.ts'

const columns = {
  ...topupColumns,
  confirmations: nullable(int4),
  currency_code: nullable(text),
  rate: nullable(text),
  offset_percent: nullable(text),
  received: nullable(int8),
  reference: text,
  txid: nullable(text),
  note: nullable(text),
  seen_at: timestamptz,
  finished_at: nullable(timestamptz),
}

const selectTopups = sql`
  select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers, confirmations, currency_code,
         rate::text as rate, offset_percent::text as offset_percent, received, reference, txid, note, seen_at, finished_at
  from topup`

export interface Page {
  readonly limit: number
  readonly before?: string | undefined
}

/** An agent's top-ups, newest first. */
export async function listTopups(
  db: Queryable,
  agentId: string,
  { limit, before }: Page,
  explorerUrl: string,
): Promise<Pick<OutputOf<typeof call>, 'list' | 'has_more'>> {
  const rows = await db.query(
    sql`
      ${selectTopups}
      where agent_id = ${agentId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
      order by id desc limit ${limit + 1}`,
    columns,
  )
  return { list: rows.slice(0, limit).map((row) => showTopup(row, explorerUrl)), has_more: rows.length > limit }
}

/** The top-up that a transfer credited; null where money came in without one. */
export async function findTopup(
  db: Queryable,
  agentId: string,
  transferId: string,
  explorerUrl: string,
): Promise<Topup | null> {
  const [row] = await db.query(
    sql`${selectTopups} where agent_id = ${agentId} and transfer_id = ${transferId}`,
    columns,
  )
  return row ? showTopup(row, explorerUrl) : null
}

const showTopup = (row: RowOf<typeof columns>, explorerUrl: string): Topup => ({
  id: row.id,
  type: row.rail satisfies WalletType,
  state: row.state,
  reason: row.reason,
  coin: row.coin,
  sent: formatUnits(BigInt(row.units), row.decimals),
  confirmations: row.confirmations,
  rate: row.rate,
  offset_percent: row.offset_percent,
  received: row.received === null ? null : formatMinor(row.received),
  currency_code: row.currency_code,
  reference: row.txid ?? row.reference,
  explorer_url: row.txid === null ? null : explorerUrl.replace('{txid}', row.txid),
  note: row.note,
  seen_at: toSeconds(row.seen_at),
  finished_at: row.finished_at ? toSeconds(row.finished_at) : null,
})
