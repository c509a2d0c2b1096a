import { formatMinor, type TransactionType } from '@cashbox/contract'
import type { PartnerTransaction } from '@cashbox/contract/partner'
import { toSeconds } from '../../../platform/clock.ts'

export interface TransactionRow {
  id: string
  transaction_id: string
  reference: string | null
  type: TransactionType
  state: PartnerTransaction['state']
  locked_at: Date | null
  amount: bigint
  currency_code: string
  channel: string
  cash_id: bigint | null
  player_id: string
  created_at: Date
  expires_at: Date
  closed_at: Date | null
  confirmed_at: Date | null
  confirmed_by: bigint | null
  reversed_at: Date | null
}

const orNull = (time: Date | null) => time && toSeconds(time)

/** A transaction as a partner sees it. */
export const toTransaction = (row: TransactionRow): PartnerTransaction => ({
  transaction_id: row.transaction_id,
  reference: row.reference,
  type: row.type,
  state: row.state,
  is_locked: row.state === 'open' && row.locked_at !== null,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  channel: row.channel,
  cash_id: row.cash_id === null ? null : row.cash_id.toString(),
  player_id: row.player_id,
  created_at: toSeconds(row.created_at),
  expires_at: toSeconds(row.expires_at),
  closed_at: orNull(row.closed_at),
  confirmed_at: orNull(row.confirmed_at),
  confirmed_by: row.confirmed_by === null ? null : row.confirmed_by.toString(),
  reversed_at: orNull(row.reversed_at),
})
