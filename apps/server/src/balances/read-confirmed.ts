import { formatMinor, type HistoryItem, type TransactionType, transactionTypes } from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'
import { int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export const itemColumns = {
  player_transaction_id: uuid,
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  fee: int8,
  player_id: text,
  finished_at: timestamptz,
  reversed_at: nullable(timestamptz),
}

interface Range {
  readonly agentId: string
  readonly type: TransactionType | null
  /** By their running numbers among those of the type, or among all: after the first and up to the last. */
  readonly after: bigint
  readonly upTo: bigint
}

/** An agent's confirmations in a range of their numbers, newest first. */
export async function readConfirmed(db: Queryable, { agentId, type, after, upTo }: Range): Promise<HistoryItem[]> {
  const rows =
    type === null
      ? await db.query(
          sql`
            select player_transaction_id, transaction_id, type, amount, fee, player_id, finished_at,
                   (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
            from confirmation
            where agent_id = ${agentId} and number > ${after} and number <= ${upTo} order by number desc`,
          itemColumns,
        )
      : await db.query(
          sql`
            select player_transaction_id, transaction_id, type, amount, fee, player_id, finished_at,
                   (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
            from confirmation
            where agent_id = ${agentId} and type = ${type} and type_number > ${after} and type_number <= ${upTo}
            order by type_number desc`,
          itemColumns,
        )
  return rows.map(showItem)
}

export const showItem = (row: RowOf<typeof itemColumns>): HistoryItem => ({
  id: row.player_transaction_id,
  transaction_id: row.transaction_id,
  type: row.type,
  amount: formatMinor(row.amount),
  fee: formatMinor(row.fee),
  customer_id: row.player_id,
  finished_at: toSeconds(row.finished_at),
  reversed_at: row.reversed_at && toSeconds(row.reversed_at),
})
