import { type HistoryItem, type TransactionType, transactionTypes } from '@cashbox/contract'
import { floatOf } from '../ledger/confirmed.ts'
import { col, only, type Queryable, sql } from '../platform/database/database.ts'

interface Range {
  readonly agentId: string
  readonly type: TransactionType | null
  /** Running numbers, among those of the type or among all. */
  readonly after: bigint
  readonly upTo: bigint
}

export const itemColumns = {
  id: col.uuid,
  transaction_id: col.text,
  type: col.oneOf(...transactionTypes),
  amount: col.money,
  fee: col.money,
  customer_id: col.text,
  finished_at: col.seconds,
  reversed_at: col.nullable(col.seconds),
}

/** How many an agent had confirmed before a time: the running number of the last one. */
export async function countConfirmed(
  db: Queryable,
  agentId: string,
  type: TransactionType | null,
  before: Date | null,
): Promise<bigint> {
  const rows = await db.query(
    sql`
      select case when ${type}::text is null then last else coalesce((
        select case type when ${type} then type_number else number - type_number end
        from confirmation where float_id = ${floatOf(agentId)} and number = last), 0) end as count
      from confirmed_before(${floatOf(agentId)}, ${before}) as last`,
    { count: col.int8 },
  )
  return only(rows).count
}

export const readConfirmed = (db: Queryable, { agentId, type, after, upTo }: Range): Promise<HistoryItem[]> => {
  const place = type === null ? sql`number` : sql`type_number`
  return db.query(
    sql`
      select player_transaction_id as id, transaction_id, type, amount, fee, player_id as customer_id, finished_at,
             (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
      from confirmation
      where float_id = ${floatOf(agentId)} ${type === null ? sql`` : sql`and type = ${type}`}
        and ${place} > ${after} and ${place} <= ${upTo}
      order by ${place} desc`,
    itemColumns,
  )
}
