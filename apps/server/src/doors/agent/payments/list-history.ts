import { formatMinor, type HistoryItem, type TransactionType, transactionTypes } from '@cashbox/contract'
import { toSeconds } from '../../../platform/clock.ts'
import { int8, nullable, oneOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Period } from './period.ts'

interface Page {
  readonly limit: number
  readonly offset: number
  readonly type: TransactionType | null
}

const columns = {
  player_transaction_id: uuid,
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  fee: int8,
  player_id: text,
  finished_at: timestamptz,
  reversed_at: nullable(timestamptz),
}

/**
 * Newest first. The agent's confirmations are numbered without gaps, so a page is a range of numbers:
 * the last one costs what the first one does.
 */
export async function listHistory(
  db: Queryable,
  agentId: string,
  period: Period,
  { limit, offset, type }: Page,
): Promise<HistoryItem[]> {
  const before = await countBefore(db, agentId, period.from, type)
  const until = await countBefore(db, agentId, period.until, type)
  const last = until - BigInt(offset)
  const first = last - BigInt(limit) > before ? last - BigInt(limit) : before
  if (last <= first) return []
  const rows =
    type === null
      ? await db.query(
          sql`
            select player_transaction_id, transaction_id, type, amount, fee, player_id, finished_at,
                   (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
            from confirmation
            where agent_id = ${agentId} and number > ${first} and number <= ${last} order by number desc`,
          columns,
        )
      : await db.query(
          sql`
            select player_transaction_id, transaction_id, type, amount, fee, player_id, finished_at,
                   (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
            from confirmation
            where agent_id = ${agentId} and type = ${type} and type_number > ${first} and type_number <= ${last}
            order by type_number desc`,
          columns,
        )
  return rows.map((row) => ({
    id: row.player_transaction_id,
    transaction_id: row.transaction_id,
    type: row.type,
    amount: formatMinor(row.amount),
    fee: formatMinor(row.fee),
    customer_id: row.player_id,
    finished_at: toSeconds(row.finished_at),
    reversed_at: row.reversed_at && toSeconds(row.reversed_at),
  }))
}

/** How many of that type were finished before a moment: read off the number of the last one. */
async function countBefore(db: Queryable, agentId: string, moment: Date | null, type: TransactionType | null) {
  const rows = await db.query(
    sql`
      select coalesce((
        select case when ${type}::text is null then number when type = ${type} then type_number else number - type_number end
        from confirmation
        where agent_id = ${agentId} and finished_at < coalesce(${moment}::timestamptz, 'infinity')
        order by finished_at desc, number desc limit 1), 0) as count`,
    { count: int8 },
  )
  return only(rows).count
}
