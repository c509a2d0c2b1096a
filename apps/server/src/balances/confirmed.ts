import { HistoryItem, type TransactionType } from '@cashbox/contract'
import { col, only, type Queryable, query, sql } from '@cashbox/postgres/database'
import { floatOf } from '../ledger/confirmed.ts'
import { columnsFor } from '../platform/answer-columns.ts'

interface Range {
  readonly agentId: string
  readonly type: TransactionType | null
  /** Running numbers, among those of the type or among all. */
  readonly after: bigint
  readonly upTo: bigint
}

export const itemColumns = { ...columnsFor(HistoryItem), id: col.uuid }

/** How many an agent had confirmed before a time: the running number of the last one. */
export async function countConfirmed(
  db: Queryable,
  agentId: string,
  type: TransactionType | null,
  before: Date | null,
): Promise<bigint> {
  const rows = await query(db, { count: col.int8 })`
    select case when ${type}::text is null then last else coalesce((
      select case type when ${type} then type_number else number - type_number end
      from confirmation where float_id = agent.float_id and number = last), 0) end as count
    from agent cross join lateral confirmed_before(agent.id, ${before}) as last
    where agent.id = ${agentId}`
  return only(rows).count
}

export const readConfirmed = (db: Queryable, { agentId, type, after, upTo }: Range): Promise<HistoryItem[]> =>
  query(db, itemColumns)`
    select done.player_transaction_id as id, done.transaction_id, done.type, done.amount, done.fee, done.player_id as customer_id,
           done.finished_at,
           (select reversed_at from reversal where reversal.player_transaction_id = done.player_transaction_id)
    from ${
      type === null
        ? sql`confirmed_payment as done
          where float_id = ${floatOf(agentId)} and number > ${after} and number <= ${upTo}`
        : sql`confirmed_of_type(${floatOf(agentId)}, ${type}, ${after}, ${upTo}) as one
          cross join lateral (
            select * from confirmed_payment where float_id = ${floatOf(agentId)} and number = one.number limit 1) as done`
    }
    order by done.number desc`
