import { type OutputOf, parseMinor, type searchHistory, TransactionId, type TransactionType } from '@cashbox/contract'
import type { Period } from '../balances/period.ts'
import { itemColumns, showItem } from '../balances/read-confirmed.ts'
import { bool, int8 } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

interface Asked {
  readonly search: string
  readonly period: Period
  readonly type: TransactionType | null
  readonly limit: number
  readonly cursor?: number | undefined
}

/** Up to so many of the whole network are looked up one by one. Of what is more common, the agent soon has a page. */
const FEW = 20_000
/** Fewer characters are the beginning of too many IDs. */
const ID_FROM = 4
// Sorts behind every ID, in the order of bytes and in those of languages.
const LAST_ID = 'z'.repeat(41)

/** An agent's confirmations by ID, player or amount, newest first. */
export async function findPayments(
  db: Queryable,
  agentId: string,
  asked: Asked,
): Promise<OutputOf<typeof searchHistory>> {
  const meanings = meaningsOf(asked.search)
  const branches = await Promise.all(meanings.map((meaning) => pageOf(db, agentId, asked, meaning)))
  const rows = await db.query(
    sql`
      with page as (
        select distinct number from (${branches.reduce((all, one) => sql`${all} union all ${one}`)}) as found
        order by number desc limit ${asked.limit + 1})
      select page.number, player_transaction_id, transaction_id, type, amount, fee, player_id, finished_at,
             (select reversed_at from reversal where reversal.player_transaction_id = done.player_transaction_id)
      from page cross join lateral (
        select * from confirmation where agent_id = ${agentId} and number = page.number limit 1) as done
      order by page.number desc`,
    { ...itemColumns, number: int8 },
  )
  const list = rows.slice(0, asked.limit)
  return { list: list.map(showItem), next_cursor: rows.length > asked.limit ? String(list.at(-1)?.number) : null }
}

/** A condition on a transaction; its columns have the same names in a confirmation. */
type Meaning = (of: Sql) => Sql

/** What was typed may be a player, the beginning of an ID, and an amount, all at once. */
function meaningsOf(search: string): Meaning[] {
  const id = TransactionId.safeParse(search)
  const amount = parseMinor(search.replaceAll(/[\s,]/g, ''))
  return [
    (of) => sql`${of}.player_id = ${search}`,
    ...(id.success && id.data.length >= ID_FROM ? [startsWith(id.data)] : []),
    ...(amount === null ? [] : [(of: Sql) => sql`${of}.amount = ${amount}`]),
  ]
}

const startsWith =
  (id: string): Meaning =>
  (of) =>
    sql`${of}.transaction_id >= ${id} and ${of}.transaction_id <= ${id + LAST_ID}
    and starts_with(${of}.transaction_id, ${id})`

/**
 * The numbers of the newest confirmations that meet a condition. The indexes are those of all transactions, because one
 * of confirmations would make each of them slower.
 */
async function pageOf(db: Queryable, agentId: string, asked: Asked, meaning: Meaning): Promise<Sql> {
  const { period, type, cursor, limit } = asked
  const conditions = sql`
    done.agent_id = ${agentId} and done.finished_at >= ${period.from}
    and done.finished_at < coalesce(${period.until}::timestamptz, 'infinity')
    ${type === null ? sql`` : sql`and done.type = ${type}`}
    ${cursor === undefined ? sql`` : sql`and done.number < ${cursor}`}`
  const found = (await isFew(db, meaning))
    ? sql`
        select done.number from (
          select id from player_transaction as tx where ${meaning(sql`tx`)} offset 0) as tx
        cross join lateral (select * from confirmation where player_transaction_id = tx.id limit 1) as done
        where ${conditions}`
    : sql`select done.number from confirmation as done where ${conditions} and ${meaning(sql`done`)}`
  return sql`(${found} order by done.number desc limit ${limit + 1})`
}

async function isFew(db: Queryable, meaning: Meaning): Promise<boolean> {
  const { is_few } = only(
    await db.query(
      sql`
        select count(*) < ${FEW} as is_few
        from (select from player_transaction as tx where ${meaning(sql`tx`)} limit ${FEW}) as few`,
      { is_few: bool },
    ),
  )
  return is_few
}
