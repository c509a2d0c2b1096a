import {
  formatMinor,
  getStats,
  type PendingTransaction,
  parseMinor,
  TransactionId,
  type TransactionType,
  transactionTypes,
} from '@cashbox/contract'
import { col, type Queryable, query, queryOne, type RowOf, type Sql, sql, toPage } from '@cashbox/postgres/database'
import { each } from '@cashbox/postgres/each'
import { countConfirmed, itemColumns, readConfirmed } from '../balances/confirmed.ts'
import { type Period, splitPeriod } from '../balances/period.ts'
import { floatOf, readFloat } from '../ledger/confirmed.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { type Clock, dayOf, toSeconds } from '../platform/clock.ts'

interface Page {
  readonly limit: number
  readonly offset: number
  readonly type: TransactionType | null
}

interface PaymentSearch {
  readonly search: string
  readonly period: Period
  readonly type: TransactionType | null
  readonly limit: number
  readonly cursor?: number | undefined
}

/** A condition on a transaction; its columns have the same names in a confirmation. */
type Condition = (of: Sql) => Sql

/** What an agent sees of a transaction before confirming it. */
export const pendingColumns = {
  transaction_id: col.text,
  type: col.oneOf(...transactionTypes),
  amount: col.int8,
  currency_code: col.text,
  player_id: col.text,
  fee: col.int8,
  expires_at: col.timestamptz,
}

/** Up to this many matches in the whole network are read one by one. With more, the agent's own newest fill a page soon. */
const FEW = 20_000

/** Shorter prefixes match too many IDs. */
const ID_FROM = 4

// Sorts after every ID in any collation.
const LAST_ID = 'z'.repeat(41)

const AT_MOST = 100

/** Newest first. Confirmations of an agent are numbered without gaps, so a page is a range of numbers. */
export async function listHistory(db: Queryable, agentId: string, period: Period, { limit, offset, type }: Page) {
  const before = await countConfirmed(db, agentId, type, period.from)
  const until = await countConfirmed(db, agentId, type, period.until)
  const last = until - BigInt(offset)
  const first = last - BigInt(limit) > before ? last - BigInt(limit) : before
  return last <= first ? [] : readConfirmed(db, { agentId, type, after: first, upTo: last })
}

export const toPending = (row: RowOf<typeof pendingColumns>): PendingTransaction => ({
  transaction_id: row.transaction_id,
  type: row.type,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  customer: maskPlayer(row.player_id),
  fee: formatMinor(row.fee),
  expires_at: toSeconds(row.expires_at),
})

/** Enough to compare with what the player says, too little to identify them. */
export function maskPlayer(playerId: string): string {
  const characters = Array.from(playerId)
  if (characters.length <= 4) return `${characters[0] ?? ''}***`
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`
}

/** Whole days come from `daily_total`; only the partial days at both ends are added up from rows. */
export async function sumPeriod(db: Queryable, agentId: string, period: Period) {
  const { days, edges } = splitPeriod(period)
  const rows = edges.map(({ from, until }) => sumOfRows(agentId, from, until))
  const parts = rows.reduce((all, one) => sql`${all} union all ${one}`, sumOfDays(agentId, days.from, days.until))
  return queryOne(db, columnsFor(getStats.output.shape.stats))`
    select ${each(sums, (sum) => sql`coalesce(sum(${sum}), 0)::bigint as ${sum}`)} from (${parts}) as part`
}

const sums = Object.keys(getStats.output.shape.stats.shape)

const sumOfDays = (agentId: string, from: Date, until: Date | null) => sql`
  select sum(deposit_sum) as deposit_sum, sum(deposit_fee) as deposit_fee, sum(withdraw_sum) as withdraw_sum,
         sum(withdraw_fee) as withdraw_fee
  from daily_total
  where agent_id = ${agentId} and day >= ${dayOf(from)}::date
    and day < coalesce(${until && dayOf(until)}::date, 'infinity')`

const sumOfRows = (agentId: string, from: Date, until: Date) => sql`
    select sum(amount) filter (where type = 'deposit'), sum(fee) filter (where type = 'deposit'),
           sum(amount) filter (where type = 'withdraw'), sum(fee) filter (where type = 'withdraw')
    from confirmation
    where float_id = (select float_id from agent where id = ${agentId}) and number > confirmed_before(${agentId}, ${from})
      and number <= confirmed_before(${agentId}, ${until})
      and not exists (
        select 1 from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)`

/** An agent's confirmations by ID, player or amount, newest first. */
export async function findPayments(db: Queryable, agentId: string, request: PaymentSearch) {
  const conditions = conditionsOf(request.search)
  const branches = await Promise.all(conditions.map((condition) => pageOf(db, agentId, request, condition)))
  const rows = await query(db, { ...itemColumns, number: col.int4 })`
    with page as (
      select distinct number from (${branches.reduce((all, one) => sql`${all} union all ${one}`)}) as found
      order by number desc limit ${request.limit + 1})
    select page.number, player_transaction_id as id, transaction_id, type, amount, fee, player_id as customer_id, finished_at,
           (select reversed_at from reversal where reversal.player_transaction_id = done.player_transaction_id)
    from page cross join lateral (
      select * from confirmed_payment where float_id = ${floatOf(agentId)} and number = page.number limit 1) as done
    order by page.number desc`
  const { list, next_cursor } = toPage(rows, request.limit, ({ number }) => String(number))
  return { list: list.map(({ number: _number, ...item }) => item), next_cursor }
}

/** The same text may be a player, a prefix of an ID, or an amount. */
function conditionsOf(search: string): Condition[] {
  const id = TransactionId.safeParse(search)
  const amount = parseMinor(search.replaceAll(/[\s,]/g, ''))
  return [
    (of) => sql`${of}.player_id = ${search}`,
    ...(id.success && id.data.length >= ID_FROM ? [startsWith(id.data)] : []),
    ...(amount === null ? [] : [(of: Sql) => sql`${of}.amount = ${amount}`]),
  ]
}

const startsWith = (id: string) => (of: Sql) =>
  sql`${of}.transaction_id >= ${id} and ${of}.transaction_id <= ${id + LAST_ID}
    and starts_with(${of}.transaction_id, ${id})`

/** The newest confirmations that meet a condition. An index of confirmations would slow down each of them. */
async function pageOf(db: Queryable, agentId: string, request: PaymentSearch, condition: Condition): Promise<Sql> {
  const { period, type, cursor, limit } = request
  const conditions = sql`
    done.float_id = ${await readFloat(db, agentId)} and done.number > ${await countConfirmed(db, agentId, null, period.from)}
    and done.number <= ${await countConfirmed(db, agentId, null, period.until)}
    ${type === null ? sql`` : sql`and done.type = ${type}`}
    ${cursor === undefined ? sql`` : sql`and done.number < ${cursor}::bigint`}`
  const found = (await isFew(db, condition))
    ? sql`
        select done.number from (
          select id from player_transaction as tx where ${condition(sql`tx`)} offset 0) as tx
        cross join lateral (select * from confirmation where player_transaction_id = tx.id limit 1) as done
        where ${conditions}`
    : sql`
        select done.number from confirmation as done
        where ${conditions}
          and (select ${condition(sql`tx`)} from player_transaction as tx where tx.id = done.player_transaction_id limit 1)`
  return sql`(${found} order by done.number desc limit ${limit + 1})`
}

async function isFew(db: Queryable, condition: Condition): Promise<boolean> {
  const { is_few } = await queryOne(db, { is_few: col.bool })`
    select count(*) < ${FEW} as is_few
    from (select from player_transaction as tx where ${condition(sql`tx`)} limit ${FEW}) as few`
  return is_few
}

/** Open transactions that are assigned to this agent. */
export async function listPending(db: Queryable, clock: Clock, agentId: string): Promise<PendingTransaction[]> {
  const now = clock.now()
  const rows = await query(db, pendingColumns)`
    select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at,
           fee_of(tx.amount, rate.bp) as fee
    from open_transaction as open
    join player_transaction as tx on tx.transaction_id = open.transaction_id
    join agent on agent.id = tx.agent_id and agent.channel_id = tx.channel_id
    join channel on channel.id = tx.channel_id
    cross join lateral fee_in_force(agent.id, tx.type, ${now}) as rate
    where open.agent_id = ${agentId} and tx.locked_at is null and tx.expires_at > ${now}
    order by tx.expires_at, tx.id limit ${AT_MOST}`
  return rows.map(toPending)
}
