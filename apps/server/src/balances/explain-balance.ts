import { formatMinor, type StatementAccount, statementKinds } from '@cashbox/contract'
import { col, type Queryable, queryOne, type Sql, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { confirmedIn } from '../ledger/confirmed.ts'
import { dayOf } from '../platform/clock.ts'
import { findAccount } from './list-lines.ts'
import { type Period, splitPeriod } from './period.ts'

const Kinds = z.array(z.object({ kind: z.enum(statementKinds), count: z.int(), amount: z.string() }))
const columns = { opening: col.int8, closing: col.int8, kinds: col.json(Kinds) }

/** Opening balance, the sum of each kind, and closing balance. One statement, so that no line can come in between. */
export async function explainBalance(db: Queryable, agentId: string, name: StatementAccount, period: Period) {
  const account = await findAccount(db, agentId, name)
  const { from } = period
  const until = sql`coalesce(${period.until}::timestamptz, 'infinity')`
  const range = sql`line_range(${account.id}, ${from}, ${until})`
  const { opening, closing, kinds } = await queryOne(db, columns)`
    with part as (
      ${confirmed(agentId, name, period)}
      union all
      select case kind when 'fee_reversal' then 'reversal' else kind::text end, 1, amount from statement_line
      where account_id = ${account.id} and at >= ${from} and at < ${until} and kind not in ('confirmation', 'fee')
        and number > (select low from ${range}) and number <= (select high from ${range})
    ), whole as (
      select kind, sum(count)::bigint as count, sum(amount)::bigint as amount from part group by kind)
    select balance_at(${account.id}, ${from}) as opening, balance_at(${account.id}, ${until}) as closing, (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'count', count, 'amount', amount::text)), '[]')
      from whole where count > 0) as kinds`
  const sum = kinds.reduce((total, { amount }) => total + BigInt(amount), opening)
  if (sum !== closing) throw new Error(`the kinds of account ${account.id} add up to ${sum}, not to ${closing}`)
  return {
    currency_code: account.asset,
    opening: formatMinor(opening),
    kinds: statementKinds.flatMap((kind) =>
      kinds.filter((one) => one.kind === kind).map((one) => ({ ...one, amount: formatMinor(BigInt(one.amount)) })),
    ),
    closing: formatMinor(closing),
  }
}

/** Deposits take from the balance and withdrawals add to it; both earn commission. */
const moved = (name: StatementAccount, source: Sql) =>
  name === 'commission'
    ? sql`${source}.fee`
    : sql`case ${source}.type when 'deposit' then -${source}.amount else ${source}.amount end`

/** Confirmations of a period, also those that were reversed since: the reversal is a separate line. */
function confirmed(agentId: string, name: StatementAccount, period: Period): Sql {
  const { days, edges } = splitPeriod(period)
  const firstDay = dayOf(days.from)
  const lastDay = days.until === null ? null : dayOf(days.until)
  const rows = edges.map(
    ({ from, until }) => sql`
      union all
      select done.type, count(*), sum(${moved(name, sql`done`)}) from confirmation as done
      where ${confirmedIn(agentId, from, until)}
      group by done.type`,
  )
  return sql`
    select kept.type as kind, sum(kept.count) as count, sum(${moved(name, sql`kept`)}) as amount
    from daily_total as day
    cross join lateral (values
      ('deposit', deposit_count, deposit_sum, deposit_fee), ('withdraw', withdraw_count, withdraw_sum, withdraw_fee)
    ) as kept (type, count, amount, fee)
    where day.agent_id = ${agentId} and day.day >= ${firstDay}::date and day.day < coalesce(${lastDay}::date, 'infinity')
    group by kept.type
    union all
    select done.type, count(*), sum(${moved(name, sql`done`)}) from reversal
    join confirmation as done on done.player_transaction_id = reversal.player_transaction_id
    where reversal.agent_id = ${agentId} and done.finished_at >= ${days.from}
      and done.finished_at < coalesce(${days.until}::timestamptz, 'infinity')
    group by done.type
    ${rows.reduce((all, one) => sql`${all} ${one}`, sql``)}`
}
