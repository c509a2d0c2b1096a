import { type listTopups as call, formatMinor, type OutputOf, type Topup, type WalletType } from '@cashbox/contract'
import { toSeconds } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TopupRow } from './topup.ts'
import { formatUnits } from './units.ts'

interface Row extends TopupRow {
  confirmations: number | null
  currency_code: string | null
  rate: string | null
  offset_percent: string | null
  received: bigint | null
  reference: string
  txid: string | null
  note: string | null
  seen_at: Date
  finished_at: Date | null
}

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
  const rows = await db.query<Row>(sql`
    select id, agent_id, rail, state, reason, coin, units::text as units, decimals, confirmations, currency_code,
           rate::text as rate, offset_percent::text as offset_percent, received, reference, txid, note, seen_at, finished_at
    from topup
    where agent_id = ${agentId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit + 1}`)
  return { list: rows.slice(0, limit).map((row) => show(row, explorerUrl)), has_more: rows.length > limit }
}

const show = (row: Row, explorerUrl: string): Topup => ({
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
