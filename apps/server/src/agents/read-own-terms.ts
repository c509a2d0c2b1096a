import { formatMinor, type OwnTerms } from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'
import { int4, int8, nullable, text } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const columns = {
  channel: text,
  currency_code: text,
  deposit_fee_bp: int4,
  withdraw_fee_bp: int4,
  max_amount: nullable(int8),
  daily_limit: nullable(int8),
  used_today: int8,
  floor: nullable(int8),
}

/** What was agreed with the agent, as a confirmation at this moment would apply it. */
export async function readOwnTerms(db: Queryable, agentId: string, now: Date): Promise<OwnTerms> {
  const rows = await db.query(
    sql`
      select channel.name as channel, channel.currency_code, deposit.bp as deposit_fee_bp, withdraw.bp as withdraw_fee_bp,
             agent.max_amount, agent.daily_limit, today.volume as used_today, float.floor
      from agent
      join channel on channel.id = agent.channel_id
      join account as float on float.id = agent.float_id
      cross join lateral fee_in_force(agent.id, 'deposit', ${now}) as deposit
      cross join lateral fee_in_force(agent.id, 'withdraw', ${now}) as withdraw
      cross join lateral volume_of_day(agent.id, ${now}) as today
      where agent.id = ${agentId}`,
    columns,
  )
  const { max_amount, daily_limit, used_today, floor, ...terms } = only(rows)
  return {
    ...terms,
    max_amount: max_amount === null ? null : formatMinor(max_amount),
    daily_limit: daily_limit === null ? null : formatMinor(daily_limit),
    used_today: formatMinor(used_today),
    renews_at: toSeconds(startOfNextDay(now)),
    credit_line: formatMinor(floor === null ? 0n : -floor),
  }
}

/** Limits count days in UTC. */
const startOfNextDay = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
