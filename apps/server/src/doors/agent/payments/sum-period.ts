import { formatMinor } from '@cashbox/contract'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { type Period, splitPeriod } from './period.ts'

interface Sums {
  deposit_sum: bigint
  deposit_fee: bigint
  withdraw_sum: bigint
  withdraw_fee: bigint
}

/** Whole days come from the sums kept as the money moved; only what is left over at the ends is added up from rows. */
export async function sumPeriod(db: Queryable, agentId: string, period: Period) {
  const { days, edges } = splitPeriod(period)
  const sums = await sumDays(db, agentId, days.from, days.until)
  for (const { from, until } of edges) add(sums, await sumRows(db, agentId, from, until))
  return {
    deposit_sum: formatMinor(sums.deposit_sum),
    deposit_fee: formatMinor(sums.deposit_fee),
    withdraw_sum: formatMinor(sums.withdraw_sum),
    withdraw_fee: formatMinor(sums.withdraw_fee),
  }
}

function add(sums: Sums, more: Sums) {
  sums.deposit_sum += more.deposit_sum
  sums.deposit_fee += more.deposit_fee
  sums.withdraw_sum += more.withdraw_sum
  sums.withdraw_fee += more.withdraw_fee
}

const utcDay = (date: Date) => date.toISOString().slice(0, 10)

const sumDays = async (db: Queryable, agentId: string, from: Date, until: Date | null) =>
  only(
    await db.query<Sums>(sql`
      select coalesce(sum(deposit_sum), 0)::bigint as deposit_sum, coalesce(sum(deposit_fee), 0)::bigint as deposit_fee,
             coalesce(sum(withdraw_sum), 0)::bigint as withdraw_sum, coalesce(sum(withdraw_fee), 0)::bigint as withdraw_fee
      from daily_total
      where agent_id = ${agentId} and day >= ${utcDay(from)}::date
        and day < coalesce(${until && utcDay(until)}::date, 'infinity')`),
  )

const sumRows = async (db: Queryable, agentId: string, from: Date, until: Date) =>
  only(
    await db.query<Sums>(sql`
      select coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
             coalesce(sum(fee) filter (where type = 'deposit'), 0)::bigint as deposit_fee,
             coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum,
             coalesce(sum(fee) filter (where type = 'withdraw'), 0)::bigint as withdraw_fee
      from confirmation where agent_id = ${agentId} and finished_at >= ${from} and finished_at < ${until}`),
  )
