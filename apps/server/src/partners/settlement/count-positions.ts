import type { Clock } from '../../platform/clock.ts'
import {
  bool,
  type Database,
  int8,
  int8Array,
  only,
  type RowOf,
  type Sql,
  sql,
  type Tx,
  text,
  uuid,
} from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { horizonColumns, horizonFields, newestEvent } from '../webhooks/read-feed.ts'
import { closePeriod, scheduleColumns } from './close-statement.ts'
import { type PositionKey, positionColumns, positionFields, reportCover } from './position.ts'

interface Counting {
  readonly db: Database
  readonly clock: Clock
  /** Signs statements of periods that are over. */
  readonly keyring: Keyring
}

/** Events that are counted in one transaction at most. */
const EVENTS_AT_ONCE = 5000

/** Refusals that a new count may avert, because it can give cover back. */
const averted: ReadonlySet<string> = new Set([
  'cover_exceeded',
  'open_withdrawals_exceeded',
  'daily_withdrawals_exceeded',
])

const changeColumns = {
  currency_code: text,
  day: text,
  deposit_count: int8,
  deposit_sum: int8,
  withdraw_count: int8,
  withdraw_sum: int8,
  deposit_reversed: int8,
  withdraw_reversed: int8,
  fee_sum: int8,
  released: int8,
  first_event: int8,
  last_event: int8,
}
type Change = RowOf<typeof changeColumns>

/**
 * What each event of player transactions changes: the balance by `amount` less `fee`, and what is reserved by `released`.
 * The tariff is the one that was in force when the transaction was confirmed, also for a reversal, which gives the fee back.
 */
export const eventChanges = sql`
  select event.player_service_id, event.number, event.topic, event.subject_id, channel.currency_code, tx.type,
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
  from outbox_event as event
  join player_transaction as tx on tx.id = event.subject_id
  join channel on channel.id = tx.channel_id and not channel.is_demo
  left join confirmation as done on done.player_transaction_id = tx.id
  left join lateral (
    select * from partner_fee as fee
    where fee.player_service_id = event.player_service_id and fee.currency_code = channel.currency_code
      and fee.valid_from <= done.finished_at
    order by fee.valid_from desc limit 1) as tariff on true
  where event.topic in ('transaction.confirmed', 'transaction.cancelled', 'transaction.expired', 'transaction.reversed')`

/** Whether an event is counted, by its number and the row of `position_count`. */
export const isCounted = sql`(number <= counted_up_to or number = any (ahead))`

/** Counts what is new for every partner, and closes the periods that are over. */
export async function countAllPositions(counting: Counting): Promise<void> {
  const behind = await counting.db.query(
    sql`
      select service.id from player_service as service
      left join lateral (
        select number from outbox_event where player_service_id = service.id order by number desc limit 1) as newest on true
      left join position_count as counted on counted.player_service_id = service.id
      where newest.number > coalesce(counted.counted_up_to, 0) or counted.closes_at <= ${counting.clock.now()}`,
    { id: uuid },
  )
  for (const { id } of behind) await countPositions(counting, id)
}

/** Counts the new events of a partner. */
export async function countPositions({ db, clock, keyring }: Counting, playerServiceId: string): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await db.transaction((tx) => countSome(tx, keyring, playerServiceId, clock.now()))
}

/** Does work that needs cover. Before it is refused, what has ended is counted, and it is tried once more. */
export async function withCountedCover<Answer>(
  counting: Counting,
  playerServiceId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && averted.has(error.reason.code))) throw error
    await countPositions(counting, playerServiceId)
    return work()
  }
}

/**
 * Counts one portion, one counter at a time, and returns whether there may be more. An event is counted as soon as it is
 * there, and once: by its number, up to the one below which no event can still appear, and above it by a list.
 * A period that is over is closed when everything of it is counted that is there; what is written late is in the next one.
 */
async function countSome(tx: Tx, keyring: Keyring, playerServiceId: string, at: Date): Promise<boolean> {
  const { newest, is_counted } = only(
    await tx.query(
      sql`
        select newest, newest <= coalesce(counted_up_to, 0) and coalesce(closes_at > ${at}, true) as is_counted from (${newestEvent(playerServiceId)}) as event
        left join position_count on player_service_id = ${playerServiceId}`,
      { newest: int8, is_counted: bool },
    ),
  )
  if (is_counted) return false
  const { is_settled, is_foreign, period, closes_at } = await lockCount(tx, playerServiceId)
  const isOver = closes_at !== null && closes_at <= at
  const { numbers } = only(
    await tx.query(
      sql`
        select array(
          select number from outbox_event as event
          where player_service_id = ${playerServiceId} and number > counted_up_to
            and (not ${isOver} or created_at < closes_at)
            and not exists (select 1 from unnest(ahead) as counted (number) where counted.number = event.number)
          order by number limit ${EVENTS_AT_ONCE}) as numbers
        from position_count where player_service_id = ${playerServiceId}`,
      { numbers: int8Array },
    ),
  )
  await countEvents(tx, playerServiceId, numbers, at)
  const hasMore = numbers.length === EVENTS_AT_ONCE
  const isComplete = is_settled && !hasMore && !isOver
  const isNewHorizon = isComplete || is_foreign
  await tx.execute(sql`
    update position_count
    set counted_up_to = complete.up_to,
        ahead = array(
          select number from unnest(ahead || ${numbers}::bigint[]) as counted (number) where number > complete.up_to),
        next_up_to = case when ${isNewHorizon} then ${newest}::bigint else next_up_to end,
        horizon = case when ${isNewHorizon} then pg_current_xact_id() else horizon end
    from (
      select case when ${isComplete} then greatest(counted_up_to, next_up_to) else counted_up_to end as up_to
      from position_count where player_service_id = ${playerServiceId}) as complete
    where player_service_id = ${playerServiceId}`)
  if (!isOver || period === null) return hasMore
  if (!hasMore) await closePeriod(tx, keyring, { playerServiceId, period, until: closes_at, at })
  return true
}

/** Stops counting for a partner until the transaction ends. */
export async function lockCount(tx: Tx, playerServiceId: string) {
  await tx.execute(sql`
    insert into position_count (player_service_id) values (${playerServiceId}) on conflict do nothing`)
  return only(
    await tx.query(
      sql`
        select ${horizonFields}, period, closes_at, due_days from position_count
        where player_service_id = ${playerServiceId} for update`,
      { ...horizonColumns, ...scheduleColumns },
    ),
  )
}

async function countEvents(tx: Tx, playerServiceId: string, numbers: readonly bigint[], at: Date) {
  if (numbers.length === 0) return
  const changes = await readChanges(
    tx,
    sql`player_service_id = ${playerServiceId} and number = any (${numbers}::bigint[])`,
  )
  // Positions are locked in the order of their currencies.
  for (const [currencyCode, days] of Map.groupBy(changes, ({ currency_code }) => currency_code)) {
    await changePosition(tx, { playerServiceId, currencyCode }, days, at)
  }
}

const readChanges = (tx: Tx, which: Sql) =>
  tx.query(
    sql`
      select currency_code, day::text,
             count(*) filter (where topic = 'transaction.confirmed' and type = 'deposit') as deposit_count,
             coalesce(sum(amount) filter (where topic = 'transaction.confirmed' and type = 'deposit'), 0)::bigint as deposit_sum,
             count(*) filter (where topic = 'transaction.confirmed' and type = 'withdraw') as withdraw_count,
             coalesce(-sum(amount) filter (where topic = 'transaction.confirmed' and type = 'withdraw'), 0)::bigint as withdraw_sum,
             coalesce(-sum(amount) filter (where topic = 'transaction.reversed' and type = 'deposit'), 0)::bigint as deposit_reversed,
             coalesce(sum(amount) filter (where topic = 'transaction.reversed' and type = 'withdraw'), 0)::bigint as withdraw_reversed,
             sum(fee)::bigint as fee_sum, sum(released)::bigint as released, min(number) as first_event, max(number) as last_event
      from (${eventChanges}) as change where ${which}
      group by currency_code, day order by currency_code, day`,
    changeColumns,
  )

async function changePosition(tx: Tx, key: PositionKey, days: readonly Change[], at: Date) {
  const { playerServiceId, currencyCode } = key
  const added = days.reduce((sum, day) => sum + balanceOf(day), 0n)
  const released = days.reduce((sum, day) => sum + day.released, 0n)
  const position = only(
    await tx.query(
      sql`
        insert into partner_position as known (player_service_id, currency_code, balance)
        values (${playerServiceId}, ${currencyCode}, ${added})
        on conflict (player_service_id, currency_code) do update set
          balance = known.balance + excluded.balance, reserved = known.reserved - ${released}::bigint
        returning ${positionFields}`,
      positionColumns,
    ),
  )
  for (const day of days.filter(isStated)) {
    await tx.execute(sql`
      insert into position_day as known (player_service_id, currency_code, statement, day, deposit_count, deposit_sum,
        withdraw_count, withdraw_sum, deposit_reversed, withdraw_reversed, fee_sum, first_event, last_event)
      values (${playerServiceId}, ${currencyCode}, ${position.statement}, ${day.day}::date, ${day.deposit_count}, ${day.deposit_sum},
        ${day.withdraw_count}, ${day.withdraw_sum}, ${day.deposit_reversed}, ${day.withdraw_reversed}, ${day.fee_sum},
        ${day.first_event}, ${day.last_event})
      on conflict (player_service_id, currency_code, statement, day) do update set
        deposit_count = known.deposit_count + excluded.deposit_count,
        deposit_sum = known.deposit_sum + excluded.deposit_sum,
        withdraw_count = known.withdraw_count + excluded.withdraw_count,
        withdraw_sum = known.withdraw_sum + excluded.withdraw_sum,
        deposit_reversed = known.deposit_reversed + excluded.deposit_reversed,
        withdraw_reversed = known.withdraw_reversed + excluded.withdraw_reversed,
        fee_sum = known.fee_sum + excluded.fee_sum,
        first_event = least(known.first_event, excluded.first_event),
        last_event = greatest(known.last_event, excluded.last_event)`)
  }
  await reportCover(tx, key, position, at)
}

const balanceOf = (day: Change): bigint =>
  day.deposit_sum - day.withdraw_sum - day.deposit_reversed + day.withdraw_reversed - day.fee_sum

/** Not a day on which transactions only expired or were cancelled. */
const isStated = (day: Change) =>
  day.deposit_count > 0n || day.withdraw_count > 0n || day.deposit_reversed > 0n || day.withdraw_reversed > 0n
