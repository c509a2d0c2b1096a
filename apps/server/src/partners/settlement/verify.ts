import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import { each, summed } from '@cashbox/postgres/each'
import { readSigningKey } from '../../access/signing-key.ts'
import { isSignedEd25519 } from '../../platform/secrets/ed25519.ts'
import { type Check, type Finding, failedOf, violationsIn } from '../../platform/verify.ts'
import { isOf } from '../webhooks/events.ts'
import { eventChanges, isCounted } from './count-positions.ts'
import { effectOf, flows, transactionFlows } from './read-position.ts'
import { nameOf, selectStatements, signedText, statementColumns } from './statements.ts'

/** What a row of position_day changed the balance by. */
const effect = sql`deposit_sum - withdraw_sum - deposit_reversed + withdraw_reversed - fee_sum + paid_in - paid_out`

export const positionChecks: readonly Check[] = [
  {
    // Fees are posted when their statement is closed.
    rule: 'position_is_movements',
    violations: sql`
      with moved as (
        select account.party::uuid as partner_id, account.asset as currency_code, sum(line.amount) as amount
        from account join statement_line as line on line.account_id = account.id
        where account.kind = 'clearing' and (line.kind in ('partner_payment', 'partner_fee') or exists (
          select 1 from outbox_event as event
          join position_count as counted on counted.partner_id = event.partner_id
          join player_transaction as tx on tx.id = event.subject_id
          join channel on channel.id = tx.channel_id
          where ${isOf(sql`event`, sql`line.reference`)} and not channel.is_demo and ${isCounted}
            and event.topic = case line.kind
              when 'confirmation' then event_topic 'transaction.confirmed' when 'reversal' then 'transaction.reversed' end))
        group by 1, 2),
      unposted as (
        select partner_id, currency_code, sum(fee_sum) as fees
        from position_day join partner_position using (partner_id, currency_code)
        where position_day.statement = partner_position.statement group by 1, 2)
      select partner_id, currency_code, position.balance, moved.amount as moved, unposted.fees as unposted
      from partner_position as position
      full join moved using (partner_id, currency_code)
      left join unposted using (partner_id, currency_code)
      where coalesce(position.balance, 0) <> coalesce(moved.amount, 0) - coalesce(unposted.fees, 0)`,
  },
  {
    rule: 'position_is_days',
    violations: sql`
      with counted as (
        select partner_id, currency_code, sum(amount) as amount, sum(fee) as fee
        from (${eventChanges}) as change join position_count using (partner_id)
        where ${isCounted} group by 1, 2),
      days as (
        select partner_id, currency_code, sum(${effect}) as effect, sum(fee_sum) as fee,
               sum(deposit_sum - withdraw_sum - deposit_reversed + withdraw_reversed) as amount
        from position_day group by 1, 2)
      select partner_id, currency_code, position.balance, days.effect, days.amount, counted.amount as counted, days.fee,
             counted.fee as counted_fee
      from partner_position as position
      full join days using (partner_id, currency_code)
      full join counted using (partner_id, currency_code)
      where coalesce(position.balance, 0) <> coalesce(days.effect, 0)
        or coalesce(days.amount, 0) <> coalesce(counted.amount, 0) or coalesce(days.fee, 0) <> coalesce(counted.fee, 0)`,
  },
  {
    rule: 'reserved_is_open',
    violations: sql`
      with held as (
        select tx.partner_id, channel.currency_code, tx.amount
        from open_transaction as open
        join player_transaction as tx on tx.id = open.id
        join channel on channel.id = tx.channel_id
        where open.withdrawal is not null and tx.reference is not null and not channel.is_demo
        union all
        select change.partner_id, change.currency_code, change.released
        from (${eventChanges}) as change left join position_count using (partner_id)
        where not coalesce(${isCounted}, false)),
      total as (select partner_id, currency_code, sum(amount) as amount from held group by 1, 2)
      select partner_id, currency_code, position.reserved, total.amount as held
      from partner_position as position full join total using (partner_id, currency_code)
      where coalesce(position.reserved, 0) <> coalesce(total.amount, 0)`,
  },
  {
    // Since the float was last not below zero: what else took from it, or is not counted yet, is owed for no counted deposit.
    rule: 'credit_is_no_cover',
    violations: sql`
      select account.id, -account.balance as owed, taken.amount as taken, further.amount as further
      from account join agent on agent.float_id = account.id and not agent.is_demo
      cross join lateral (
        select coalesce(sum(amount), 0) as amount from deposit_on_credit
        where float_id = account.id and currency_code = account.asset) as taken
      cross join lateral (
        select coalesce(max(number), 0) as number from statement_line
        where account_id = account.id and number is not null and balance >= 0) as paid
      cross join lateral (
        select coalesce(sum(least(-line.amount, -line.balance)), 0) as amount from statement_line as line
        where line.account_id = account.id and line.number > paid.number and line.amount < 0 and not exists (
          select 1 from outbox_event as event join position_count as counted on counted.partner_id = event.partner_id
          where ${isOf(sql`event`, sql`line.reference`)} and ${isCounted}
            and event.topic = case line.kind
              when 'confirmation' then event_topic 'transaction.confirmed' when 'reversal' then 'transaction.reversed' end)
      ) as further
      where account.balance < 0 and -account.balance > taken.amount + further.amount`,
  },
]

/** What position days say about each statement, also the one that is being filled. */
const sumsOfDays = sql`
  select partner_id, currency_code, statement, ${summed(flows)}
  from position_day group by partner_id, currency_code, statement`

export const accountStatementChecks: readonly Check[] = [
  {
    // The events of a statement are those that were counted when it was closed, less those that were counted when the one before
    // it was: no event is in two. They sum up to what it says, and with the one being filled to everything that is counted.
    rule: 'confirmation_in_one_statement',
    violations: sql`
      with chain as (
        select id, partner_id, currency_code, totals, counted_up_to, ahead,
               lag(counted_up_to, 1, 0::bigint) over statements as before_up_to,
               coalesce(lag(ahead) over statements, '{}') as before_ahead
        from partner_statement window statements as (partition by partner_id, currency_code order by number)
      ), counted as (
        select change.partner_id, change.currency_code,
               count(*) filter (where type = 'deposit') as deposit_count, coalesce(sum(amount) filter (where type = 'deposit'), 0) as deposit_sum,
               count(*) filter (where type = 'withdraw') as withdraw_count, coalesce(-sum(amount) filter (where type = 'withdraw'), 0) as withdraw_sum
        from (${eventChanges}) as change
        join position_count as count on count.partner_id = change.partner_id
        where topic = 'transaction.confirmed' and ${isCounted}
        group by change.partner_id, change.currency_code
      ), stated as (
        select partner_id, currency_code, sum(deposit_count) as deposit_count, sum(deposit_sum) as deposit_sum,
               sum(withdraw_count) as withdraw_count, sum(withdraw_sum) as withdraw_sum
        from position_day group by partner_id, currency_code
      )
      select partner_id as id, currency_code from counted full join stated using (partner_id, currency_code)
      where (coalesce(counted.deposit_count, 0), coalesce(counted.deposit_sum, 0), coalesce(counted.withdraw_count, 0), coalesce(counted.withdraw_sum, 0))
         <> (coalesce(stated.deposit_count, 0), coalesce(stated.deposit_sum, 0), coalesce(stated.withdraw_count, 0), coalesce(stated.withdraw_sum, 0))
      union all
      select chain.id, chain.currency_code from chain
      cross join lateral (
        select count(*) filter (where topic = 'transaction.confirmed' and type = 'deposit') as deposits,
               count(*) filter (where topic = 'transaction.confirmed' and type = 'withdraw') as withdrawals,
               coalesce(sum(amount), 0) as amount, coalesce(sum(fee), 0) as fee
        from (${eventChanges}) as change
        where change.partner_id = chain.partner_id and change.currency_code = chain.currency_code
          and change.number > before_up_to and change.number <> all (before_ahead)
          and (change.number <= chain.counted_up_to or change.number = any (chain.ahead))) as had
      cross join lateral jsonb_to_record(totals) as said (
        ${each(transactionFlows, (flow) => sql`${flow} bigint`)})
      where (had.deposits, had.withdrawals, had.amount, had.fee) is distinct from
            (deposit_count, withdraw_count, deposit_sum - withdraw_sum - deposit_reversed + withdraw_reversed, fee_sum)
        or before_up_to > counted_up_to
        or exists (select 1 from unnest(before_ahead) as known (event)
                   where known.event > counted_up_to and known.event <> all (ahead))`,
  },
  {
    rule: 'statements_follow',
    violations: sql`
      select id, currency_code, number from (
        select id, currency_code, number, opening, from_at, until_at, lag(closing, 1, 0::bigint) over chain as before,
               lag(until_at) over chain as ended, row_number() over chain as place
        from partner_statement window chain as (partition by partner_id, currency_code order by number)) as statement
      where opening <> before or number <> place or from_at <> ended
      union all
      select partner_id, currency_code, statement from partner_position as position
      where statement <> 1 + (
        select count(*) from partner_statement as closed
        where closed.partner_id = position.partner_id and closed.currency_code = position.currency_code)`,
  },
  {
    rule: 'payments_counted',
    violations: sql`
      select coalesce(summed.partner_id, paid.partner_id) as id
      from (${sumsOfDays}) as summed
      full join (
        select partner_id, currency_code, statement,
               sum(case when reverses is null then amount else -amount end) filter (where direction = 'in') as paid_in,
               sum(case when reverses is null then amount else -amount end) filter (where direction = 'out') as paid_out
        from partner_payment group by partner_id, currency_code, statement
      ) as paid using (partner_id, currency_code, statement)
      where coalesce(summed.paid_in, 0) <> coalesce(paid.paid_in, 0)
         or coalesce(summed.paid_out, 0) <> coalesce(paid.paid_out, 0)
      union all
      select back.id from partner_payment as back join partner_payment as payment on payment.id = back.reverses
      where payment.reverses is not null
         or (back.partner_id, back.currency_code, back.direction, back.amount)
           <> (payment.partner_id, payment.currency_code, payment.direction, payment.amount)`,
  },
  {
    rule: 'statement_fees_moved',
    violations: sql`
      select statement.id from partner_statement as statement
      left join movement on movement.reference = statement.id and movement.kind = 'partner_fee'
      left join account as giver on giver.id = movement.from_id
      left join account as taker on taker.id = movement.to_id
      cross join lateral (select (totals ->> 'fee_sum')::bigint as sum) as fee
      where case when fee.sum = 0 then movement.reference is not null else
        (movement.amount, giver.kind, taker.kind, coalesce(giver.party, taker.party), giver.asset) is distinct from
        (abs(fee.sum), case when fee.sum > 0 then 'clearing' else 'partner_fee' end,
         case when fee.sum > 0 then 'partner_fee' else 'clearing' end, statement.partner_id::text,
         statement.currency_code) end
      union all
      select reference from movement
      where kind = 'partner_fee' and not exists (select 1 from partner_statement where id = reference)`,
  },
]

/** Compares the totals of every statement with the days that it sums up, and checks its signature. */
export async function verifyStatements(db: Queryable): Promise<Finding> {
  const rows = await db.query(selectStatements(sql`true`), statementColumns)
  const publicKey = await readSigningKey(db)
  const differing = await query(db, { id: col.text })`
    select statement.id::text as id from partner_statement as statement
    left join (${sumsOfDays}) as summed on summed.partner_id = statement.partner_id
      and summed.currency_code = statement.currency_code and summed.statement = statement.number
    where statement.totals is distinct from (
      select to_jsonb(said) from (select ${each(flows, (flow) => sql`summed.${flow}::text as ${flow}`)}) as said)`
  const other = new Set(differing.map(({ id }) => id))
  const wrong = rows.flatMap((row) => {
    const problems = failedOf([
      ['the counted days say something else', !other.has(row.id)],
      ['the sum', row.closing === row.opening + effectOf(row)],
      ['the signature', publicKey !== null && isSignedEd25519(publicKey, signedText(row), row.signature)],
    ])
    return problems.length === 0 ? [] : [{ partner: row.partner, statement: nameOf(row), problems }]
  })
  return {
    rule: 'statement_is_true',
    ...violationsIn(wrong),
  }
}
