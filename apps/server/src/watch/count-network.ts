import { col, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { each, listed, summed } from '@cashbox/postgres/each'
import { DAY_MS } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { applyReversals, closeHours, countOpenHours } from './count-hours.ts'
import { otherFigures, paymentFigures, topupFigures } from './figures.ts'

/** By then, everything that began before midnight has been written. */
const CLOSED_AFTER_MS = 60 * 60 * 1000
/** The usual size of a deposit is taken from this many days. */
const USUAL_DAYS = 7

/** As in an index. */
const notByPlayers = sql`kind not in ('confirmation', 'fee', 'reversal', 'fee_reversal')`

/** Updates the sums over all agents. A day that is over is counted once and closed; today is recounted each time. */
export async function countNetwork({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  let isBehind = true
  while (isBehind) isBehind = await db.transaction((tx) => countOnce(tx, clock.now()))
}

/** Opens all days again, so that the next count begins with the first: for a past that was written afterwards. */
export async function recountNetwork(tx: Tx): Promise<void> {
  await oneAtATime(tx)
  await tx.execute(sql`delete from network_hour`)
  await tx.execute(sql`update network_state set closed_until = null, hours_until = null`)
}

/** The lock of a table comes before the snapshot. Behind the lock of a row, the snapshot would be too old to go on with. */
const oneAtATime = (tx: Tx) => tx.execute(sql`lock table network_state in share row exclusive mode`)

/** True when there are more days to close. */
async function countOnce(tx: Tx, now: Date): Promise<boolean> {
  // With one snapshot for all statements, a reversal meanwhile is counted neither twice nor not at all.
  await tx.execute(sql`set transaction isolation level repeatable read`)
  await oneAtATime(tx)
  const { closed_until: closed } = await queryOne(tx, {
    closed_until: col.nullable(col.text),
  })`select closed_until::text as closed_until from network_state`
  await applyReversals(tx, closed)
  const next = closed === null ? await firstDay(tx) : dayAfter(closed)
  if (next !== null && next <= dayOf(new Date(now.getTime() - CLOSED_AFTER_MS - DAY_MS))) {
    await closeDay(tx, next)
    return true
  }
  await countOpenDays(tx, closed)
  await countOpenHours(tx, startOf(next ?? dayOf(now)), now)
  await countAgents(tx)
  await countFloats(tx, now)
  await tx.execute(sql`update network_state set as_of = ${now}`)
  return false
}

export const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayAfter = (day: string) => dayOf(new Date(startOf(day).getTime() + DAY_MS))

/** The day on which money first moved; null before that. */
async function firstDay(tx: Tx): Promise<string | null> {
  const { day } = await queryOne(tx, { day: col.nullable(col.text) })`
    select least(
      (select min(day) from daily_total),
      (select (min(at) at time zone 'UTC')::date from movement where ${notByPlayers})
    )::text as day`
  return day
}

/** Counts by the channel of each transaction, even if its agent has moved to another channel since. */
async function closeDay(tx: Tx, day: string) {
  await closeHours(tx, startOf(day), startOf(dayAfter(day)))
  await tx.execute(sql`delete from network_day where day = ${day}::date`)
  await tx.execute(sql`
    insert into network_day (day, channel_id, ${listed(paymentFigures)})
    select ${day}::date, channel_id, ${summed(paymentFigures)}
    from network_hour where hour >= ${startOf(day)} and hour < ${startOf(dayAfter(day))}
    group by channel_id`)
  await countMoves(tx, day, dayAfter(day))
  await tx.execute(sql`update network_state set closed_until = ${day}::date`)
}

/** Today, and for an hour after midnight also yesterday. */
async function countOpenDays(tx: Tx, closed: string | null) {
  const first = closed === null ? '-infinity' : dayAfter(closed)
  await tx.execute(sql`delete from network_day where day >= ${first}::date`)
  await tx.execute(sql`
    insert into network_day (day, channel_id, ${listed(paymentFigures)})
    select total.day, agent.channel_id, ${summed(paymentFigures)}
    from daily_total as total
    join agent on agent.id = total.agent_id
    join channel on channel.id = agent.channel_id and not channel.is_demo
    where total.day >= ${first}::date group by total.day, agent.channel_id`)
  await countMoves(tx, first, 'infinity')
}

const moves = [...topupFigures, ...otherFigures]

/** Counts what moved floats other than payments, by the present channel of the agent. */
const countMoves = (tx: Tx, from: string, before: string) =>
  tx.execute(sql`
    insert into network_day as kept (day, channel_id, ${listed(moves)})
    select (line.at at time zone 'UTC')::date, agent.channel_id,
           count(*) filter (where line.kind = 'top_up'),
           coalesce(sum(line.amount) filter (where line.kind = 'top_up'), 0),
           count(*) filter (where line.kind = 'adjustment' and line.amount > 0),
           coalesce(sum(line.amount) filter (where line.kind = 'adjustment' and line.amount > 0), 0),
           count(*) filter (where line.kind = 'adjustment' and line.amount < 0),
           coalesce(-sum(line.amount) filter (where line.kind = 'adjustment' and line.amount < 0), 0),
           count(*) filter (where line.kind = 'commission_credit'),
           coalesce(sum(line.amount) filter (where line.kind = 'commission_credit'), 0),
           count(*) filter (where line.kind = 'payout'),
           coalesce(-sum(line.amount) filter (where line.kind = 'payout'), 0)
    from (select account_id, amount, at, kind from statement_line where ${notByPlayers}) as line
    join account on account.id = line.account_id and account.kind = 'float'
    join agent on agent.id = account.agent_id
    join channel on channel.id = agent.channel_id and not channel.is_demo
    where line.at >= ${from === '-infinity' ? from : `${from}T00:00:00Z`}::timestamptz
      and line.at < ${before === 'infinity' ? before : `${before}T00:00:00Z`}::timestamptz
    group by 1, 2
    on conflict (day, channel_id) do update set
      ${each(moves, (figure) => sql`${figure} = excluded.${figure}`)}`)

async function countAgents(tx: Tx) {
  await tx.execute(sql`delete from network_agents`)
  await tx.execute(sql`
    insert into network_agents (status, count) select status, count(*) from agent where not is_demo group by status`)
}

/** The average deposit of the last days, by currency. */
export const usualDeposits = (now: Date) => sql`
  select channel.currency_code, sum(deposit_sum) / nullif(sum(deposit_count), 0) as deposit
  from network_day join channel on channel.id = network_day.channel_id
  where day > ${dayOf(new Date(now.getTime() - USUAL_DAYS * DAY_MS))}::date group by channel.currency_code`

async function countFloats(tx: Tx, now: Date) {
  await tx.execute(sql`
    insert into network_float as kept (currency_code, agents, balance, below_zero, below_zero_since, low_float,
                                       credit_lines, credit_used, commission)
    with usual as (${usualDeposits(now)})
    select funds.asset, count(*) filter (where is_float), coalesce(sum(funds.balance) filter (where is_float), 0),
           count(*) filter (where is_float and funds.balance < 0),
           case when count(*) filter (where is_float and funds.balance < 0) > 0 then ${now}::timestamptz end,
           count(*) filter (where is_float and funds.status = 'approved' and funds.balance - funds.floor < usual.deposit),
           coalesce(sum(-funds.floor) filter (where is_float), 0),
           coalesce(sum(-funds.balance) filter (where is_float and funds.balance < 0), 0),
           coalesce(sum(funds.balance) filter (where is_commission), 0)
    -- Joined by the agent and not by the account, so that the accounts are gone through once; and by their kind, so that
    -- PostgreSQL expects many and does not sort them.
    from (
      select account.asset, account.balance, account.floor, agent.status, account.id = agent.float_id as is_float,
             account.id = agent.commission_id as is_commission
      from agent join account on account.agent_id = agent.id and account.kind in ('float', 'commission')
      where not agent.is_demo) as funds
    left join usual on usual.currency_code = funds.asset
    group by funds.asset having bool_or(is_float or is_commission)
    on conflict (currency_code) do update set
      agents = excluded.agents, balance = excluded.balance, below_zero = excluded.below_zero,
      below_zero_since = case when excluded.below_zero > 0
        then coalesce(kept.below_zero_since, excluded.below_zero_since) end,
      low_float = excluded.low_float, credit_lines = excluded.credit_lines, credit_used = excluded.credit_used,
      commission = excluded.commission`)
}
