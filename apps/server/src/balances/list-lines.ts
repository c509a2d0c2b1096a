import {
  formatMinor,
  type StatementAccount,
  type StatementKind,
  type StatementLine,
  statementKinds,
  type TransactionType,
} from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'
import {
  int8,
  nullable,
  oneOf,
  only,
  type Queryable,
  type RowOf,
  type Sql,
  sql,
  text,
  timestamptz,
  uuid,
} from '../platform/database/database.ts'
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

/** The balance or the commission of one agent. */
export type Account = RowOf<typeof columns>

export const lineColumns = {
  account_version: int8,
  at: timestamptz,
  kind: oneOf(...statementKinds),
  amount: int8,
  balance_after: int8,
  transfer_id: uuid,
  reference: text,
  reason: nullable(text),
  transaction_id: nullable(text),
  player_id: nullable(text),
  rail: nullable(text),
  request_id: nullable(uuid),
}

const pageColumns = { ...lineColumns, place: int8 }

const none = sql``

const columns = { id: uuid, agent_id: uuid, asset: text, balance: int8 }

/** The lines of one account, newest first. A page is a range of numbers in an index, so the last page costs no more than the first. */
export async function listLines(db: Queryable, account: Account, query: LineQuery): Promise<LinePage> {
  const rows = await db.query(
    sql`
      with page as (${await pageOf(db, account, query)} limit ${query.limit + 1})
      select page.place, line.* from page
      cross join lateral (${linesOf(account.id, sql`page.account_version`)}) as line
      order by page.place desc`,
    pageColumns,
  )
  const lines = rows.slice(0, query.limit)
  return { lines, nextCursor: rows.length > query.limit ? String(lines.at(-1)?.place) : null }
}

/** One line with its details. `limit 1` keeps each join a look-up by key, whatever PostgreSQL estimates. */
export const linesOf = (accountId: string, number: Sql): Sql => sql`
  select entry.account_version, transfer.created_at as at, entry.amount, entry.balance_after, entry.transfer_id,
         case transfer.kind when 'confirmation' then done.type else transfer.kind end as kind,
         transfer.reference, transfer.reason, done.transaction_id, done.player_id, source.rail, request.id as request_id
  from entry
  cross join lateral (
    select created_at, kind, reference, reason from transfer where id = entry.transfer_id limit 1) as transfer
  left join lateral (
    select type, transaction_id, player_id from confirmation
    where player_transaction_id = case
      when transfer.kind in ('confirmation', 'reversal') then transfer.reference::uuid end limit 1) as done on true
  left join lateral (
    select account.party as rail from entry as other
    cross join lateral (select kind, party from account where id = other.account_id limit 1) as account
    where transfer.kind = 'top_up' and other.transfer_id = entry.transfer_id and account.kind = 'rail'
    limit 1) as source on true
  left join lateral (
    select id from approval_request
    where transfer.kind <> 'confirmation' and transfer_id = entry.transfer_id limit 1) as request on true
  where entry.account_id = ${accountId} and entry.account_version = ${number}`

async function pageOf(db: Queryable, account: Account, query: LineQuery): Promise<Sql> {
  const { kind } = query
  if (kind === null) return ofAnyKind(account, query)
  if (kind === 'deposit' || kind === 'withdraw') return ofConfirmations(db, account, query, kind)
  return sql`
    select account_version, account_version as place from entry_by_kind
    where account_id = ${account.id} and kind = ${kind}
      ${before(query, sql`account_version`)} ${within(account, query.period, sql`account_version`, sql`at`)}
    order by account_version desc`
}

const ofAnyKind = (account: Account, query: LineQuery) => sql`
  select entry.account_version, entry.account_version as place from entry
  cross join lateral (select created_at from transfer where id = entry.transfer_id limit 1) as transfer
  where entry.account_id = ${account.id}
    ${before(query, sql`entry.account_version`)}
    ${within(account, query.period, sql`entry.account_version`, sql`transfer.created_at`)}
  order by entry.account_version desc`

/** By their running number among those of their type. A fee of zero moved no commission and has no line there. */
async function ofConfirmations(db: Queryable, { id, agent_id }: Account, query: LineQuery, type: TransactionType) {
  const { from, until } = query.period
  const first = await countConfirmed(db, agent_id, type, from)
  const last = await countConfirmed(db, agent_id, type, until)
  return sql`
    select entry.account_version, done.type_number as place from confirmation as done
    cross join lateral (
      select account_version from entry where transfer_id = done.transfer_id and account_id = ${id} limit 1) as entry
    where done.agent_id = ${agent_id} and done.type = ${type} and done.type_number > ${first} and done.type_number <= ${last}
      ${before(query, sql`done.type_number`)}
    order by done.type_number desc`
}

const before = ({ cursor }: LineQuery, place: Sql) => (cursor === undefined ? none : sql`and ${place} < ${cursor}`)

function within(account: Account, { from, until }: Period, number: Sql, at: Sql): Sql {
  if (from.getTime() === 0 && until === null) return none
  const range = sql`entry_range(${account.id}, ${from}, coalesce(${until}::timestamptz, 'infinity'))`
  return sql`
    and ${at} >= ${from} and ${at} < coalesce(${until}::timestamptz, 'infinity')
    and ${number} > (select low from ${range}) and ${number} <= (select high from ${range})`
}

export const toLine = (line: Line): StatementLine => ({
  number: Number(line.account_version),
  at: toSeconds(line.at),
  kind: line.kind,
  amount: formatMinor(line.amount),
  balance: formatMinor(line.balance_after),
  transaction_id: line.transaction_id,
  customer_id: line.player_id,
  rail: line.rail,
  reason: line.reason,
})

export const findAccount = async (db: Queryable, agentId: string, account: StatementAccount): Promise<Account> =>
  only(
    await db.query(
      sql`
        select account.id, agent.id as agent_id, account.asset, account.balance
        from agent
        join account on account.id = case ${account} when 'float' then agent.float_id else agent.commission_id end
        where agent.id = ${agentId}`,
      columns,
    ),
  )
