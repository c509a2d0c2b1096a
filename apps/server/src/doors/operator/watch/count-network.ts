import { nullable, text } from '../../../platform/db/columns.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { CountServices } from './services.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** By then everything that began before midnight has been written. */
const CLOSED_AFTER_MS = 60 * 60 * 1000
/** How many days the usual size of a deposit is taken from. */
const USUAL_DAYS = 7

/**
 * Brings the sums over all agents up to date. Days that are over are counted once, from their confirmations, and then
 * closed; the present one is counted anew each time, from the daily totals. Any number of workers may do it, and one
 * that dies on the way leaves nothing behind.
 */
export async function countNetwork({ db, clock }: CountServices): Promise<void> {
  let isBehind = true
  while (isBehind) isBehind = await db.transaction((tx) => countOnce(tx, clock.now()))
}

/** True when there are more days to close. */
async function countOnce(tx: Tx, now: Date): Promise<boolean> {
  // Everything below has to see the same moment, or what is taken back meanwhile would count twice or not at all.
  await tx.execute(sql`set transaction isolation level repeatable read`)
  const { closed_until: closed } = only(
    await tx.query(sql`select closed_until::text as closed_until from network_state for update`, {
      closed_until: nullable(text),
    }),
  )
  await applyReversals(tx, closed)
  const next = closed === null ? await firstDay(tx) : dayAfter(closed)
  if (next !== null && next <= dayOf(new Date(now.getTime() - CLOSED_AFTER_MS - DAY_MS))) {
    await closeDay(tx, next)
    return true
  }
  await countOpenDays(tx, closed)
  await countAgents(tx)
  await countFloats(tx, now)
  await tx.execute(sql`update network_state set as_of = ${now}`)
  return false
}

export const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const dayAfter = (day: string) => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS))

/** Reversals of closed days are taken off; those of the others are in what is counted anew. */
const applyReversals = (tx: Tx, closed: string | null) =>
  tx.execute(sql`
    with change as (delete from network_change returning *)
    update network_day as kept set
      deposit_count = kept.deposit_count - back.deposits, deposit_sum = kept.deposit_sum - back.deposit_sum,
      deposit_fee = kept.deposit_fee - back.deposit_fee, withdraw_count = kept.withdraw_count - back.withdrawals,
      withdraw_sum = kept.withdraw_sum - back.withdraw_sum, withdraw_fee = kept.withdraw_fee - back.withdraw_fee
    from (
      select day, channel_id, count(*) filter (where type = 'deposit') as deposits,
             coalesce(sum(amount) filter (where type = 'deposit'), 0) as deposit_sum,
             coalesce(sum(fee) filter (where type = 'deposit'), 0) as deposit_fee,
             count(*) filter (where type = 'withdraw') as withdrawals,
             coalesce(sum(amount) filter (where type = 'withdraw'), 0) as withdraw_sum,
             coalesce(sum(fee) filter (where type = 'withdraw'), 0) as withdraw_fee
      from change group by day, channel_id
    ) as back
    where kept.day = back.day and kept.channel_id = back.channel_id and kept.day <= ${closed}::date`)

/** The day on which money first moved; null where none has. */
async function firstDay(tx: Tx): Promise<string | null> {
  const { day } = only(
    await tx.query(
      sql`
        select least(
          (select min(day) from daily_total),
          (select (min(created_at) at time zone 'UTC')::date from transfer where kind not in ('confirmation', 'reversal'))
        )::text as day`,
      { day: nullable(text) },
    ),
  )
  return day
}

/** Counts a day for good. The channel is that of each transaction, even if its agent has moved to another since. */
async function closeDay(tx: Tx, day: string) {
  await tx.execute(sql`delete from network_day where day = ${day}::date`)
  await tx.execute(sql`
    insert into network_day (day, channel_id, deposit_count, deposit_sum, deposit_fee,
                             withdraw_count, withdraw_sum, withdraw_fee)
    select ${day}::date, tx.channel_id, count(*) filter (where done.type = 'deposit'),
           coalesce(sum(done.amount) filter (where done.type = 'deposit'), 0),
           coalesce(sum(done.fee) filter (where done.type = 'deposit'), 0),
           count(*) filter (where done.type = 'withdraw'),
           coalesce(sum(done.amount) filter (where done.type = 'withdraw'), 0),
           coalesce(sum(done.fee) filter (where done.type = 'withdraw'), 0)
    from confirmation as done
    join player_transaction as tx on tx.id = done.player_transaction_id
    join channel on channel.id = tx.channel_id and not channel.is_demo
    where done.finished_at >= ${`${day}T00:00:00Z`}::timestamptz
      and done.finished_at < ${`${dayAfter(day)}T00:00:00Z`}::timestamptz and tx.state <> 'reversed'
    group by tx.channel_id`)
  await countMoves(tx, day, dayAfter(day))
  await tx.execute(sql`update network_state set closed_until = ${day}::date`)
}

/** At most two of them: today, and for an hour yesterday. */
async function countOpenDays(tx: Tx, closed: string | null) {
  const first = closed === null ? '-infinity' : dayAfter(closed)
  await tx.execute(sql`delete from network_day where day >= ${first}::date`)
  await tx.execute(sql`
    insert into network_day (day, channel_id, deposit_count, deposit_sum, deposit_fee,
                             withdraw_count, withdraw_sum, withdraw_fee)
    select total.day, agent.channel_id, sum(total.deposit_count), sum(total.deposit_sum), sum(total.deposit_fee),
           sum(total.withdraw_count), sum(total.withdraw_sum), sum(total.withdraw_fee)
    from daily_total as total
    join agent on agent.id = total.agent_id
    join channel on channel.id = agent.channel_id and not channel.is_demo
    where total.day >= ${first}::date group by total.day, agent.channel_id`)
  await countMoves(tx, first, 'infinity')
}

/** What moved floats beside the players, by the channel that the agent is in. */
const countMoves = (tx: Tx, from: string, before: string) =>
  tx.execute(sql`
    insert into network_day as kept (day, channel_id, topup_count, topup_sum, added_count, added_sum,
                                     taken_count, taken_sum, settlement_count, settlement_sum, payout_count, payout_sum)
    select (transfer.created_at at time zone 'UTC')::date, agent.channel_id,
           count(*) filter (where transfer.kind = 'top_up'),
           coalesce(sum(entry.amount) filter (where transfer.kind = 'top_up'), 0),
           count(*) filter (where transfer.kind = 'adjustment' and entry.amount > 0),
           coalesce(sum(entry.amount) filter (where transfer.kind = 'adjustment' and entry.amount > 0), 0),
           count(*) filter (where transfer.kind = 'adjustment' and entry.amount < 0),
           coalesce(-sum(entry.amount) filter (where transfer.kind = 'adjustment' and entry.amount < 0), 0),
           count(*) filter (where transfer.kind = 'settlement'),
           coalesce(sum(entry.amount) filter (where transfer.kind = 'settlement'), 0),
           count(*) filter (where transfer.kind = 'payout'),
           coalesce(-sum(entry.amount) filter (where transfer.kind = 'payout'), 0)
    from transfer
    join entry on entry.transfer_id = transfer.id
    join account on account.id = entry.account_id and account.kind = 'float'
    join agent on agent.id = account.agent_id
    join channel on channel.id = agent.channel_id and not channel.is_demo
    where transfer.kind not in ('confirmation', 'reversal')
      and transfer.created_at >= ${from === '-infinity' ? from : `${from}T00:00:00Z`}::timestamptz
      and transfer.created_at < ${before === 'infinity' ? before : `${before}T00:00:00Z`}::timestamptz
    group by 1, 2
    on conflict (day, channel_id) do update set
      topup_count = excluded.topup_count, topup_sum = excluded.topup_sum, added_count = excluded.added_count,
      added_sum = excluded.added_sum, taken_count = excluded.taken_count, taken_sum = excluded.taken_sum,
      settlement_count = excluded.settlement_count, settlement_sum = excluded.settlement_sum,
      payout_count = excluded.payout_count, payout_sum = excluded.payout_sum`)

async function countAgents(tx: Tx) {
  await tx.execute(sql`delete from network_agents`)
  await tx.execute(sql`
    insert into network_agents (status, count) select status, count(*) from agent where not is_demo group by status`)
}

async function countFloats(tx: Tx, now: Date) {
  await tx.execute(sql`
    insert into network_float as kept (currency_code, agents, balance, below_zero, below_zero_since, low_float,
                                       credit_lines, credit_used, commission)
    with usual as (
      select channel.currency_code, sum(deposit_sum) / nullif(sum(deposit_count), 0) as deposit
      from network_day join channel on channel.id = network_day.channel_id
      where day > ${dayOf(new Date(now.getTime() - USUAL_DAYS * DAY_MS))}::date group by channel.currency_code
    )
    select held.asset, count(*) filter (where is_float), coalesce(sum(held.balance) filter (where is_float), 0),
           count(*) filter (where is_float and held.balance < 0),
           case when count(*) filter (where is_float and held.balance < 0) > 0 then ${now}::timestamptz end,
           count(*) filter (where is_float and held.status = 'approved' and held.balance - held.floor < usual.deposit),
           coalesce(sum(-held.floor) filter (where is_float), 0),
           coalesce(sum(-held.balance) filter (where is_float and held.balance < 0), 0),
           coalesce(sum(held.balance) filter (where not is_float), 0)
    -- Joined by the agent and not by the account, so that the accounts are gone through once.
    from (
      select account.asset, account.balance, account.floor, agent.status, account.id = agent.float_id as is_float
      from agent join account on account.agent_id = agent.id and account.id in (agent.float_id, agent.commission_id)
      where not agent.is_demo) as held
    left join usual on usual.currency_code = held.asset
    group by held.asset
    on conflict (currency_code) do update set
      agents = excluded.agents, balance = excluded.balance, below_zero = excluded.below_zero,
      below_zero_since = case when excluded.below_zero > 0
        then coalesce(kept.below_zero_since, excluded.below_zero_since) end,
      low_float = excluded.low_float, credit_lines = excluded.credit_lines, credit_used = excluded.credit_used,
      commission = excluded.commission`)
}
