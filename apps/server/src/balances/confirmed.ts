import { type HistoryItem, type TransactionType, transactionTypes } from '@cashbox/contract'
import { col, only, type Queryable, query } from '../platform/database/database.ts'

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
  const rows = await query(db, { count: col.int8 })`
    select case when ${type}::text is null then last else coalesce((
      select case type when ${type} then type_number else number - type_number end
      from confirmation where float_id = agent.float_id and number = last), 0) end as count
    from agent cross join lateral confirmed_before(agent.id, ${before}) as last
    where agent.id = ${agentId}`
  return only(rows).count
}

export const readConfirmed = (db: Queryable, { agentId, type, after, upTo }: Range): Promise<HistoryItem[]> =>
  type === null
    ? query(db, itemColumns)`
      select player_transaction_id as id, transaction_id, type, amount, fee, player_id as customer_id, finished_at,
             (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
      from confirmation
      where float_id = (select float_id from agent where id = ${agentId}) and number > ${after} and number <= ${upTo}
      order by number desc`
    : query(db, itemColumns)`
      select player_transaction_id as id, transaction_id, type, amount, fee, player_id as customer_id, finished_at,
             (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
      from confirmation
      where float_id = (select float_id from agent where id = ${agentId}) and type = ${type}
        and type_number > ${after} and type_number <= ${upTo}
      order by type_number desc`
