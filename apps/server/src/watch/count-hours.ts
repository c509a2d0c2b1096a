import { col, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import { each, listed, summed } from '@cashbox/postgres/each'
import { paymentFigures, paymentSums } from './figures.ts'

/** Confirmations are usually written within a minute of their time. Later ones are counted when the day is closed. */
const SETTLED_MS = 60 * 1000

const payments = listed(paymentFigures)

/** For an update of `kept` from `back`. */
const minusReversed = each(paymentFigures, (figure) => sql`${figure} = kept.${figure} - back.${figure}`)

const hourOf = (time: Sql) => sql`date_trunc('hour', ${time}, 'UTC')`

/** Recounts the hours of a day that is over. */
export async function closeHours(tx: Tx, from: Date, before: Date) {
  await tx.execute(sql`delete from network_hour where hour >= ${from} and hour < ${before}`)
  await addHours(tx, from, before)
  await countPartnerDays(tx, from, before)
  await countTopups(tx, from, before)
}

/** Adds the confirmations since the last count. */
export async function countOpenHours(tx: Tx, openFrom: Date, now: Date) {
  const { hours_until } = await queryOne(tx, {
    hours_until: col.nullable(col.timestamptz),
  })`select hours_until from network_state`
  const until = new Date(now.getTime() - SETTLED_MS)
  // The clock was ahead and has been corrected: recount the open days from their start.
  const isAhead = hours_until !== null && hours_until > now
  if (isAhead) await tx.execute(sql`delete from network_hour where hour >= ${openFrom}`)
  const from = hours_until === null || isAhead || hours_until < openFrom ? openFrom : hours_until
  if (from < until) {
    await addHours(tx, from, until)
    await tx.execute(sql`update network_state set hours_until = ${until}`)
  }
  await countPartnerDays(tx, openFrom, null)
  await countTopups(tx, openFrom, null)
}

const addHours = (tx: Tx, from: Date, before: Date) =>
  tx.execute(sql`
    insert into network_hour as kept (hour, channel_id, partner_id, ${payments})
    select ${hourOf(sql`finished_at`)}, channel_id, partner_id, ${paymentSums}
    from (
      select done.finished_at, transaction.channel_id, transaction.partner_id, done.type, done.amount, done.fee
      from confirmation as done
      join player_transaction as transaction on transaction.id = done.player_transaction_id
      join channel on channel.id = transaction.channel_id and not channel.is_demo
      where done.finished_at >= ${from} and done.finished_at < ${before} and transaction.ended_as is null
    ) as counted
    group by 1, 2, 3
    on conflict (hour, channel_id, partner_id) do update set
      ${each(paymentFigures, (figure) => sql`${figure} = kept.${figure} + excluded.${figure}`)}`)

async function countPartnerDays(tx: Tx, from: Date, before: Date | null) {
  const until = before ?? 'infinity'
  await tx.execute(sql`
    delete from partner_day
    where day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${until}::timestamptz at time zone 'UTC')::date`)
  await tx.execute(sql`
    insert into partner_day (partner_id, day, channel_id, ${payments})
    select partner_id, (hour at time zone 'UTC')::date, channel_id, ${summed(paymentFigures)}
    from network_hour where hour >= ${from} and hour < ${until}::timestamptz
    group by 1, 2, 3`)
}

/** Recounts top-ups by hour and by the present channel of the agent. `from` is a whole hour. */
async function countTopups(tx: Tx, from: Date, before: Date | null) {
  const until = before ?? 'infinity'
  await tx.execute(sql`delete from topup_hour where hour >= ${from} and hour < ${until}::timestamptz`)
  await tx.execute(sql`
    insert into topup_hour (hour, channel_id, topup_count, topup_sum)
    select ${hourOf(sql`line.at`)}, agent.channel_id, count(*), sum(line.amount)
    from statement_line as line
    join account on account.id = line.account_id and account.kind = 'float'
    join agent on agent.id = account.agent_id
    join channel on channel.id = agent.channel_id and not channel.is_demo
    where line.kind = 'top_up' and line.at >= ${from} and line.at < ${until}::timestamptz
    group by 1, 2`)
}

/** Subtracts reversed confirmations that are already counted. Hours that are counted later leave them out. */
export async function applyReversals(tx: Tx, closed: string | null) {
  await tx.execute(sql`
    with change as (delete from network_change returning *)
    update network_day as kept set ${minusReversed}
    from (select day, channel_id, ${paymentSums} from change group by 1, 2) as back
    where kept.day = back.day and kept.channel_id = back.channel_id and kept.day <= ${closed}::date`)
  await tx.execute(sql`
    with change as (
      delete from network_hour_change returning *, (finished_at at time zone 'UTC')::date as day
    ),
    by_partner as (
      update partner_day as kept set ${minusReversed}
      from (select day, channel_id, partner_id, ${paymentSums} from change group by 1, 2, 3) as back
      where kept.day = back.day and kept.channel_id = back.channel_id
        and kept.partner_id = back.partner_id and kept.day <= ${closed}::date
    )
    update network_hour as kept set ${minusReversed}
    from (
      select ${hourOf(sql`finished_at`)} as hour, channel_id, partner_id, ${paymentSums} from change
      where day <= ${closed}::date or finished_at < (select hours_until from network_state)
      group by 1, 2, 3
    ) as back
    where kept.hour = back.hour and kept.channel_id = back.channel_id and kept.partner_id = back.partner_id`)
}
