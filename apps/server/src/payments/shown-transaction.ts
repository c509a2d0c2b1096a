import { formatMinor, type PendingTransaction, transactionTypes } from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'
import { int8, oneOf, type RowOf, text, timestamptz } from '../platform/database/columns.ts'

/** What an agent sees of a transaction before confirming it. */
export const shownColumns = {
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  currency_code: text,
  player_id: text,
  fee: int8,
  expires_at: timestamptz,
}

export const shownTransaction = (row: RowOf<typeof shownColumns>): PendingTransaction => ({
  transaction_id: row.transaction_id,
  type: row.type,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  customer: maskPlayer(row.player_id),
  fee: formatMinor(row.fee),
  expires_at: toSeconds(row.expires_at),
})

/** Enough to compare with what the player says, too little to keep. */
export function maskPlayer(playerId: string): string {
  const characters = Array.from(playerId)
  if (characters.length <= 4) return `${characters[0] ?? ''}***`
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`
}
