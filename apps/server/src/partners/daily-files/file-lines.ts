import { ReconciliationLine } from '@cashbox/contract/partner'
import { col, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import { takeLock, takeSharedLock } from '@cashbox/postgres/network'
import { columnsFor } from '../../platform/answer-columns.ts'
import { type Clock, DAY_MS, dayOf } from '../../platform/clock.ts'

/** Advisory lock: exclusive to gather lines, shared to make files. */
const GATHER = 'daily files'
const LINES_PER_QUERY = 2000
/** By then, a confirmation that began before midnight has been written. */
const SETTLED_AFTER_MS = 5 * 60 * 1000

const columns = {
  ...columnsFor(ReconciliationLine),
  cash_id: col.nullable(col.digits),
  confirmed_by: col.digits,
  id: col.uuid,
  moment: col.timestamptz,
}

export const lockToGather = (tx: Tx) => takeLock(tx, GATHER)

/** Files of different partners can be made at the same time. */
export async function lockToMake(tx: Tx, partnerId: string): Promise<void> {
  await takeSharedLock(tx, GATHER)
  await takeLock(tx, `${GATHER} of ${partnerId}`)
}

/** How far a sandbox has moved its time forward. */
export const moved = sql`coalesce((select moved_s * interval '1 second' from installation), interval '0')`

/** The first day without a file, for each partner. */
export const openDays = sql`
  select partner.id, partner.code, partner.files_from,
         coalesce((select max(day) + 1 from reconciliation_file as file where file.partner_id = partner.id),
                  partner.files_from) as day
  from partner where partner.files_from is not null`

/**
 * Assigns each confirmation and reversal up to the end of a day to the file of its own day. If that file is already made,
 * the line goes into the partner's next file. Lines can be late by up to two days, for example after a wrong clock, and in a
 * sandbox by as much as its time was moved.
 */
export async function gatherLines(tx: Tx, until: string): Promise<void> {
  await tx.execute(sql`
    with open as (${openDays}), since as (
      select (min(day) - 2)::timestamp at time zone 'UTC' - ${moved} as at from open
    )
    insert into reconciliation_line (partner_id, day, at, player_transaction_id, event)
    select open.id, greatest((moved.at at time zone 'UTC')::date, open.day), moved.at, moved.id, moved.event
    from (
      select tx.partner_id, confirmation.finished_at as at, tx.id, 'confirmed' as event
      from confirmation join player_transaction as tx on tx.id = confirmation.player_transaction_id
      where confirmation.finished_at >= (select at from since) and confirmation.finished_at < ${endOf(until)}
      union all
      select tx.partner_id, reversal.reversed_at, tx.id, 'reversed'
      from reversal join player_transaction as tx on tx.id = reversal.player_transaction_id
      where reversal.reversed_at >= (select at from since) and reversal.reversed_at < ${endOf(until)}
    ) as moved
    join open on open.id = moved.partner_id
    where moved.at >= open.files_from::timestamp at time zone 'UTC'
      and not exists (
        select 1 from reconciliation_line as line
        where line.player_transaction_id = moved.id and line.event = moved.event)`)
}

/** The table stores which lines are in which file. Their content is read from the ledger. */
export async function* linesOf(db: Queryable, partnerId: string, day: string): AsyncGenerator<ReconciliationLine[]> {
  let after = { moment: new Date(0), id: '00000000-0000-0000-0000-000000000000', event: '' }
  for (;;) {
    const rows = await query(db, columns)`
      -- The order of the columns is the order in the file.
      select line.event, tx.transaction_id, tx.reference, tx.type, confirmation.amount, channel.currency_code, tx.player_id,
             aimed.cash_id, agent.cash_id as confirmed_by, coalesce(tx.metadata, '{}') as metadata, done.at,
             tx.id, done.at as moment
      from reconciliation_line as line
      join player_transaction as tx on tx.id = line.player_transaction_id
      join confirmation on confirmation.player_transaction_id = tx.id
      left join reversal on reversal.player_transaction_id = tx.id
      join channel on channel.id = tx.channel_id
      join agent on agent.id = confirmation.agent_id
      left join agent as aimed on aimed.id = tx.agent_id
      cross join lateral (
        select case line.event when 'confirmed' then confirmation.finished_at else reversal.reversed_at end as at) as done
      where line.partner_id = ${partnerId} and line.day = ${day}::date
        and (line.at, line.player_transaction_id, line.event)
          > (${after.moment}::timestamptz, ${after.id}::uuid, ${after.event}::text)
      order by line.at, line.player_transaction_id, line.event limit ${LINES_PER_QUERY}`
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id: _id, moment: _moment, ...line }) => line)
    if (rows.length < LINES_PER_QUERY) return
    after = last
  }
}

export const nextDay = (day: string) => dayOf(endOf(day))

const endOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

/** The latest UTC day that is over. A sandbox may have moved its time forward. */
export async function lastClosedDay(db: Queryable, clock: Clock): Promise<string> {
  const [moved] = await query(db, { moved_s: col.int8 })`select moved_s from installation`
  const now = clock.now().getTime() + Number(moved?.moved_s ?? 0n) * 1000
  return dayOf(new Date(now - SETTLED_AFTER_MS - DAY_MS))
}
