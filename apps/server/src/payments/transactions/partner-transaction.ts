import { formatMinor, transactionTypes } from '@cashbox/contract'
import { Metadata, type PartnerTransaction, transactionStates } from '@cashbox/contract/partner'
import { toSeconds } from '../../platform/clock.ts'
import { int8, json, nullable, oneOf, type RowOf, text, timestamptz } from '../../platform/database/columns.ts'

export const transactionColumns = {
  transaction_id: text,
  reference: nullable(text),
  type: oneOf(...transactionTypes),
  state: oneOf(...transactionStates),
  locked_at: nullable(timestamptz),
  amount: int8,
  currency_code: text,
  channel: text,
  cash_id: nullable(int8),
  player_id: text,
  metadata: nullable(json(Metadata)),
  created_at: timestamptz,
  expires_at: timestamptz,
  closed_at: nullable(timestamptz),
  confirmed_at: nullable(timestamptz),
  confirmed_by: nullable(int8),
  reversed_at: nullable(timestamptz),
}

const orNull = (time: Date | null) => time && toSeconds(time)

/** A transaction as a partner sees it. */
export const toTransaction = (row: RowOf<typeof transactionColumns>): PartnerTransaction => ({
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
  metadata: row.metadata ?? {},
  created_at: toSeconds(row.created_at),
  expires_at: toSeconds(row.expires_at),
  closed_at: orNull(row.closed_at),
  confirmed_at: orNull(row.confirmed_at),
  confirmed_by: row.confirmed_by === null ? null : row.confirmed_by.toString(),
  reversed_at: orNull(row.reversed_at),
})
