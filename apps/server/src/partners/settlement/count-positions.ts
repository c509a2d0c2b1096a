import { col, only, query, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import { each, listed } from '@cashbox/postgres/each'
import { Refusal } from '../../platform/refusal.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { horizonColumns, horizonFields, newestEvent } from '../webhooks/read-feed.ts'
import { closePeriod, scheduleColumns } from './close-statement.ts'
import { lockPosition, reportChangedCover, reportCover } from './position.ts'
import { transactionFlows } from './read-position.ts'

/** The keyring signs statements of periods that are over. */
type Counting = Pick<Services, 'db' | 'clock' | 'keyring'>

/** Events that are counted in one transaction at most. */
const EVENTS_AT_ONCE = 5000

/** Refusals that a new count may avert, because it can give cover back. */
const averted: ReadonlySet<string> = new Set([
  'cover_exceeded',
  'open_withdrawals_exceeded',
  'daily_withdrawals_exceeded',
])

/**
 * What each event of player transactions changes: the balance by `amount` less `fee`, and what is reserved by `released`.
 * The tariff is the one that was in force when the transaction was confirmed, also for a reversal, which gives the fee back.
 */
const changesOf = (events: Sql): Sql => sql`
  select event.partner_id, event.number, event.topic, event.subject_id, channel.currency_code, tx.type,
         (event.created_at at time zone 'UTC')::date as day,
         case
           when event.topic not in ('transaction.confirmed', 'transaction.reversed') then 0
           when (event.topic = 'transaction.confirmed') = (tx.type = 'deposit') then tx.amount else -tx.amount
         end as amount,
         case event.topic when 'transaction.confirmed' then 1 when 'transaction.reversed' then -1 else 0 end * coalesce(
           case tx.type
             when 'deposit' then fee_of(tx.amount, tariff.deposit_fee_bp) + tariff.deposit_fee_fixed
             else fee_of(tx.amount, tariff.withdraw_fee_bp) + tariff.withdraw_fee_fixed
           end, 0) as fee,
         -- Only what the partner itself opened has reserved cover: samples have no reference.
         case when tx.type = 'withdraw' and tx.reference is not null and event.topic <> 'transaction.reversed'
           then tx.amount else 0 end as released
  from ${events} as event
  join player_transaction as tx on tx.id = event.subject_id
  join channel on channel.id = tx.channel_id and not channel.is_demo
  left join lateral (
    select * from partner_fee as fee
    where fee.partner_id = event.partner_id and fee.currency_code = channel.currency_code
      -- The event of a confirmation has its time.
      and fee.valid_from <= case event.topic when 'transaction.confirmed' then event.created_at else (
        select finished_at from confirmation where player_transaction_id = tx.id) end
    order by fee.valid_from desc limit 1) as tariff on true
  where event.topic in ('transaction.confirmed', 'transaction.cancelled', 'transaction.expired', 'transaction.reversed')`

export const eventChanges = changesOf(sql`outbox_event`)

/**
 * By how much each transaction raised what its agent owes the network: a deposit that the float did not cover, and a withdrawal
 * that was taken back. Less than zero for such a deposit that was taken back later.
 */
const owedFor = (changes: Sql): Sql => sql`
  select currency_code, float_id, sum(case
    when topic = 'transaction.reversed' and change.type = 'withdraw' then greatest(0, least(done.amount, -undone.from_balance))
    when topic = 'transaction.reversed' then -greatest(0, least(done.amount, -float_balance))
    else greatest(0, least(done.amount, -float_balance)) end) as owed
  from ${changes} as change
  join confirmation as done on player_transaction_id = subject_id
  left join movement as undone on undone.reference = subject_id and undone.kind = 'reversal'
  where float_balance < 0 and topic = 'transaction.confirmed' and change.type = 'deposit'
    or topic = 'transaction.reversed'
  group by currency_code, float_id, subject_id`

/** Whether an event is counted, by its number and the row of `position_count`. */
export const isCounted = sql`(number <= counted_up_to or number = any (ahead))`

/** Counts what is new for every partner, closes the periods that are over, and reports whose cover has changed. One that fails stops no other. */
export async function countAllPositions(counting: Counting): Promise<void> {
  const behind = await query(counting.db, { id: col.uuid })`
    select partner.id from partner
    left join lateral (
      select number from outbox_event where partner_id = partner.id order by number desc limit 1) as newest on true
    left join position_count as counted on counted.partner_id = partner.id
    where newest.number > coalesce(counted.counted_up_to, 0) or counted.closes_at <= ${counting.clock.now()}`
  const failures: unknown[] = []
  for (const { id } of behind) await countPositions(counting, id).catch((error: unknown) => failures.push(error))
  await reportChangedCover(counting.db, counting.clock.now())
  if (failures.length > 0) throw failures[0]
}

export async function countPositions({ db, clock, keyring }: Counting, partnerId: string): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await db.transaction((tx) => countSome(tx, keyring, partnerId, clock.now()))
}

/** Does work that needs cover. Before it is refused, what has ended is counted, and it is tried once more. */
export async function withCountedCover<Answer>(
  counting: Counting,
  partnerId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && averted.has(error.reason.code))) throw error
    await countPositions(counting, partnerId)
    return work()
  }
}

/**
 * Counts one portion, one counter at a time, and returns whether there may be more. An event is counted as soon as it is
 * there, and once: by its number, up to the one below which no event can still appear, and above it by a list.
 * A period that is over is closed when everything of it is counted that is there; what is written late is in the next one.
 */
async function countSome(tx: Tx, keyring: Keyring, partnerId: string, at: Date): Promise<boolean> {
  const { newest, is_counted } = await queryOne(tx, { newest: col.int8, is_counted: col.bool })`
    select newest, newest <= coalesce(counted_up_to, 0) and coalesce(closes_at > ${at}, true) as is_counted from (${newestEvent(partnerId)}) as event
    left join position_count on partner_id = ${partnerId}`
  if (is_counted) return false
  const { is_settled, is_foreign, period, closes_at } = await lockCount(tx, partnerId)
  const isOver = closes_at !== null && closes_at <= at
  // Of agents who have paid, so that few rows are read when a withdrawal is opened.
  await tx.execute(sql`
    delete from deposit_on_credit as taken using account
    where taken.partner_id = ${partnerId} and account.id = taken.float_id and (account.balance >= 0 or amount = 0)`)
  const { counted, currencies } = only(
    await tx.query(
      countEvents({ partnerId, newest, isOver, mayComplete: is_settled && !isOver, isForeign: is_foreign }),
      { counted: col.int4, currencies: col.textArray },
    ),
  )
  for (const currencyCode of currencies) {
    const key = { partnerId, currencyCode }
    await reportCover(tx, key, await lockPosition(tx, key), at)
  }
  const hasMore = counted === EVENTS_AT_ONCE
  if (!isOver || period === null) return hasMore
  if (!hasMore) await closePeriod(tx, keyring, { partnerId, period, until: closes_at, at })
  return true
}

/** Stops counting for a partner until the transaction ends. */
export async function lockCount(tx: Tx, partnerId: string) {
  await tx.execute(sql`
    insert into position_count (partner_id) values (${partnerId}) on conflict do nothing`)
  return await queryOne(tx, { ...horizonColumns, ...scheduleColumns })`
    select ${horizonFields}, period, closes_at, due_days from position_count
    where partner_id = ${partnerId} for update`
}

interface Portion {
  readonly partnerId: string
  readonly newest: bigint
  /** Only what happened before the end of the period. */
  readonly isOver: boolean
  /** Every event up to the number of the last horizon is there. */
  readonly mayComplete: boolean
  readonly isForeign: boolean
}

/**
 * All of it in one statement, so that no event goes to the server and back. Positions are locked in the order of their
 * currencies. A day on which transactions only expired or were cancelled is in no statement.
 */
const countEvents = ({ partnerId, newest, isOver, mayComplete, isForeign }: Portion): Sql => sql`
  with known as materialized (
    select counted_up_to, ahead, next_up_to, closes_at from position_count where partner_id = ${partnerId}
  ), fresh as materialized (
    select partner_id, number, topic, subject_id, created_at from outbox_event as event
    where partner_id = ${partnerId} and number > (select counted_up_to from known)
      and (not ${isOver}::boolean or created_at < (select closes_at from known))
      and not exists (select 1 from unnest((select ahead from known)) as counted (number) where counted.number = event.number)
    order by number limit ${EVENTS_AT_ONCE}
  ), change as materialized (${changesOf(sql`fresh`)}), counted_day as materialized (
    select currency_code, day,
           count(*) filter (where topic = 'transaction.confirmed' and type = 'deposit') as deposit_count,
           coalesce(sum(amount) filter (where topic = 'transaction.confirmed' and type = 'deposit'), 0)::bigint as deposit_sum,
           count(*) filter (where topic = 'transaction.confirmed' and type = 'withdraw') as withdraw_count,
           coalesce(-sum(amount) filter (where topic = 'transaction.confirmed' and type = 'withdraw'), 0)::bigint as withdraw_sum,
           coalesce(-sum(amount) filter (where topic = 'transaction.reversed' and type = 'deposit'), 0)::bigint as deposit_reversed,
           coalesce(sum(amount) filter (where topic = 'transaction.reversed' and type = 'withdraw'), 0)::bigint as withdraw_reversed,
           sum(amount)::bigint as amount, sum(fee)::bigint as fee_sum, sum(released)::bigint as released,
           min(number) as first_event, max(number) as last_event
    from change group by currency_code, day
  ), changed as (
    insert into partner_position as known (partner_id, currency_code, balance)
    select ${partnerId}::uuid, currency_code, sum(amount - fee_sum) from counted_day group by currency_code order by currency_code
    on conflict (partner_id, currency_code) do update set
      balance = known.balance + excluded.balance,
      reserved = known.reserved - (select sum(released) from counted_day where currency_code = excluded.currency_code)
    returning currency_code, statement
  ), owed as (${owedFor(sql`change`)}), taken_on_credit as (
    insert into deposit_on_credit (partner_id, currency_code, float_id, amount)
    -- What was there is no more than what the agent owed before these.
    select ${partnerId}::uuid, currency_code, float_id, taken + greatest(0,
      least(coalesce(known.amount, 0), greatest(0, undone - taken - account.balance)) - undone)
    from (
      select currency_code, float_id, sum(greatest(0, owed)) as taken, sum(greatest(0, -owed)) as undone
      from owed group by currency_code, float_id) as owed
    join account on account.id = float_id
    left join (select currency_code, float_id, amount from deposit_on_credit where partner_id = ${partnerId}) as known
      using (currency_code, float_id)
    where taken > 0 or known.amount > 0
    on conflict (partner_id, currency_code, float_id) do update set amount = excluded.amount
  ), stated as (
    insert into position_day as known (partner_id, currency_code, statement, day, ${listed(transactionFlows)},
      first_event, last_event)
    select ${partnerId}::uuid, currency_code, statement, day, ${listed(transactionFlows)}, first_event, last_event
    from counted_day join changed using (currency_code)
    where deposit_count > 0 or withdraw_count > 0 or deposit_reversed > 0 or withdraw_reversed > 0
    on conflict (partner_id, currency_code, statement, day) do update set
      ${each(transactionFlows, (flow) => sql`${flow} = known.${flow} + excluded.${flow}`)},
      first_event = least(known.first_event, excluded.first_event),
      last_event = greatest(known.last_event, excluded.last_event)
  ), progress as materialized (
    select numbers, is_complete, is_complete or ${isForeign}::boolean as is_new_horizon,
           case when is_complete then greatest(counted_up_to, next_up_to) else counted_up_to end as up_to
    from (select array(select number from fresh) as numbers) as found
    cross join lateral (
      select ${mayComplete}::boolean and cardinality(numbers) < ${EVENTS_AT_ONCE} as is_complete) as whether
    cross join known
  ), moved as (
    update position_count
    set counted_up_to = up_to,
        ahead = array(select number from unnest(position_count.ahead || numbers) as counted (number) where number > up_to),
        next_up_to = case when is_new_horizon then ${newest}::bigint else next_up_to end,
        horizon = case when is_new_horizon then pg_current_xact_id() else horizon end
    from progress where partner_id = ${partnerId}
  )
  select cardinality(numbers) as counted, array(select currency_code from changed) as currencies from progress`
