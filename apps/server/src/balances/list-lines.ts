import {
  formatMinor,
  type StatementAccount,
  type StatementKind,
  statementKinds,
  type TransactionType,
} from '@cashbox/contract'
import { col, type Queryable, query, queryOne, type RowOf, type Sql, sql } from '@cashbox/postgres/database'
import { floatOf } from '../ledger/confirmed.ts'
import { toSeconds } from '../platform/clock.ts'
import { countConfirmed } from './confirmed.ts'
import type { Period } from './period.ts'

export type Line = RowOf<typeof lineColumns>

interface LineQuery {
  readonly period: Period
  readonly kind: StatementKind | null
  readonly limit: number
  /** The `nextCursor` of the page before, with the same period and kind. */
  readonly cursor?: number | undefined
}

interface LinePage {
  readonly lines: readonly Line[]
  readonly nextCursor: string | null
}

export type Account = RowOf<typeof columns>

export const lineColumns = {
  number: col.int8,
  at: col.timestamptz,
  kind: col.oneOf(...statementKinds),
  amount: col.int8,
  balance: col.int8,
  reference: col.uuid,
  reason: col.nullable(col.text),
  transaction_id: col.nullable(col.text),
  player_id: col.nullable(col.text),
  rail: col.nullable(col.text),
  request_id: col.nullable(col.uuid),
}

const pageColumns = { ...lineColumns, place: col.int8 }

const none = sql``

const columns = { id: col.int8, agent_id: col.uuid, asset: col.text, balance: col.int8 }

/** The lines of one account, newest first. A page is a range of numbers in an index, so the last page costs no more than the first. */
export async function listLines(db: Queryable, account: Account, filter: LineQuery): Promise<LinePage> {
  const rows = await query(db, pageColumns)`
    with page as (${await pageOf(db, account, filter)} limit ${filter.limit + 1})
    select page.place::bigint, line.* from page
    cross join lateral (${linesOf(account.id, sql`page.number`)}) as line
    order by page.place desc`
  const lines = rows.slice(0, filter.limit)
  return { lines, nextCursor: rows.length > filter.limit ? String(lines.at(-1)?.place) : null }
}

/** One line with its details. `limit 1` keeps each join a look-up by key, whatever PostgreSQL estimates. */
export const linesOf = (accountId: bigint, number: Sql): Sql => sql`
  select line.number::bigint, line.at, line.amount, line.balance, line.reference, line.reason, done.transaction_id, done.player_id,
         case when line.kind in ('confirmation', 'fee') then done.type
              when line.kind = 'fee_reversal' then 'reversal' else line.kind::text end as kind,
         source.rail, request.id as request_id
  from statement_line as line
  left join lateral (
    select type, transaction_id, player_id from confirmed_payment
    where player_transaction_id = line.reference
      and line.kind in ('confirmation', 'fee', 'reversal', 'fee_reversal') limit 1) as done on true
  left join lateral (
    select party as rail from account where id = line.other_id and line.kind = 'top_up' limit 1) as source on true
  left join lateral (
    select id from approval_request
    where coalesce(topup_id, player_transaction_id, id) = line.reference and state = 'completed' and amount is not null
      and line.kind not in ('confirmation', 'fee') limit 1) as request on true
  where line.account_id = ${accountId} and line.number = ${number} limit 1`

async function pageOf(db: Queryable, account: Account, filter: LineQuery): Promise<Sql> {
  const { kind } = filter
  if (kind === 'deposit' || kind === 'withdraw') return ofConfirmations(db, account, filter, kind)
  return sql`
    select number, number as place from statement_line
    where account_id = ${account.id} and number is not null ${kind === null ? none : ofKind(kind)}
      ${before(filter, sql`number`)} ${within(account, filter.period)}
    order by number desc`
}

/** Names what the indexes by kind leave out, because PostgreSQL can't tell it from a parameter. */
const ofKind = (kind: StatementKind) => sql`
  and kind = any(${kind === 'reversal' ? ['reversal', 'fee_reversal'] : [kind]}::movement_kind[])
  and kind not in ('confirmation', 'fee')`

/** By their running number among those of their type. A fee of zero moved no commission and has no line there. */
async function ofConfirmations(
  db: Queryable,
  account: Account,
  { period, cursor, limit }: LineQuery,
  type: TransactionType,
) {
  const first = await countConfirmed(db, account.agent_id, type, period.from)
  const last = await countConfirmed(db, account.agent_id, type, period.until)
  const upTo = cursor === undefined || last < cursor ? last : BigInt(cursor) - 1n
  const float = floatOf(account.agent_id)
  return sql`
    select line.number, found.place
    from confirmed_of_type(
      ${float}, ${type}, ${first}, ${upTo}, at_most => ${limit + 1}, has_fee => ${account.id} <> ${float}) as found
    cross join lateral (
      select player_transaction_id from confirmation where float_id = ${float} and number = found.number limit 1) as done
    cross join lateral (
      select number from statement_line
      where reference = done.player_transaction_id and kind in ('confirmation', 'fee') and account_id = ${account.id}
      limit 1) as line
    order by found.place desc`
}

const before = ({ cursor }: LineQuery, place: Sql) =>
  cursor === undefined ? none : sql`and ${place} < ${cursor}::bigint`

/** `is true` keeps PostgreSQL from the index of times, where it would read the payments of all agents in the period. */
function within(account: Account, { from, until }: Period): Sql {
  if (from.getTime() === 0 && until === null) return none
  const range = sql`line_range(${account.id}, ${from}, coalesce(${until}::timestamptz, 'infinity'))`
  return sql`
    and (at >= ${from}) is true and (at < coalesce(${until}::timestamptz, 'infinity')) is true
    and number > (select low from ${range}) and number <= (select high from ${range})`
}

export const toLine = ({ player_id, ...line }: Line) => ({
  ...line,
  number: Number(line.number),
  at: toSeconds(line.at),
  amount: formatMinor(line.amount),
  balance: formatMinor(line.balance),
  customer_id: player_id,
})

export const findAccount = (db: Queryable, agentId: string, account: StatementAccount): Promise<Account> => queryOne(
  db,
  columns,
)`
    select account.id, agent.id as agent_id, account.asset, account.balance
    from agent
    join account on account.id = case ${account} when 'float' then agent.float_id else agent.commission_id end
    where agent.id = ${agentId}`
