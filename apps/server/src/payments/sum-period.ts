import { formatMinor } from '@cashbox/contract'
import { type Period, splitPeriod } from '../balances/period.ts'
import { int8, type RowOf } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const sumColumns = { deposit_sum: int8, deposit_fee: int8, withdraw_sum: int8, withdraw_fee: int8 }
type Sums = RowOf<typeof sumColumns>

/** Whole days come from the sums kept as the money moved; only what is left over at the ends is added up from rows. */
export async function sumPeriod(db: Queryable, agentId: string, period: Period) {
  const { days, edges } = splitPeriod(period)
  let sums = await sumDays(db, agentId, days.from, days.until)
  for (const { from, until } of edges) sums = add(sums, await sumRows(db, agentId, from, until))
  return {
    deposit_sum: formatMinor(sums.deposit_sum),
    deposit_fee: formatMinor(sums.deposit_fee),
    withdraw_sum: formatMinor(sums.withdraw_sum),
    withdraw_fee: formatMinor(sums.withdraw_fee),
  }
}

const add = (one: Sums, other: Sums): Sums => ({
  deposit_sum: one.deposit_sum + other.deposit_sum,
  deposit_fee: one.deposit_fee + other.deposit_fee,
  withdraw_sum: one.withdraw_sum + other.withdraw_sum,
  withdraw_fee: one.withdraw_fee + other.withdraw_fee,
})

const utcDay = (date: Date) => date.toISOString().slice(0, 10)

const sumDays = async (db: Queryable, agentId: string, from: Date, until: Date | null) =>
  only(
    await db.query(
      sql`
        select coalesce(sum(deposit_sum), 0)::bigint as deposit_sum, coalesce(sum(deposit_fee), 0)::bigint as deposit_fee,
               coalesce(sum(withdraw_sum), 0)::bigint as withdraw_sum, coalesce(sum(withdraw_fee), 0)::bigint as withdraw_fee
        from daily_total
        where agent_id = ${agentId} and day >= ${utcDay(from)}::date
          and day < coalesce(${until && utcDay(until)}::date, 'infinity')`,
      sumColumns,
    ),
  )

const sumRows = async (db: Queryable, agentId: string, from: Date, until: Date) =>
  only(
    await db.query(
      sql`
        select coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
               coalesce(sum(fee) filter (where type = 'deposit'), 0)::bigint as deposit_fee,
               coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum,
               coalesce(sum(fee) filter (where type = 'withdraw'), 0)::bigint as withdraw_fee
        from confirmation
        where agent_id = ${agentId} and finished_at >= ${from} and finished_at < ${until}
          and not exists (
            select 1 from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)`,
      sumColumns,
    ),
  )
