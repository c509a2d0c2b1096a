import type { ParsedInputOf } from '@cashbox/contract'
import type { SearchedState, searchTransactions } from '@cashbox/contract/operator'
import { col, type Queryable, queryOne, type Sql, sql } from '@cashbox/postgres/database'
import { fromSeconds } from '../../platform/clock.ts'

/** The search with the cash ID and the partner's code resolved to ids. */
export interface Search extends Omit<ParsedInputOf<typeof searchTransactions>, 'cash_id' | 'partner'> {
  readonly agentId: string | null
  /** Of this agent, as `readFloat` gives it. */
  readonly floatId: bigint | null
  readonly partnerId: string | null
}

/** Up to this many rows it is fast to read and sort all; above, walking the newest first fills a page soon. */
const FEW = 20_000

/** The most selective condition, if it matches few rows: PostgreSQL can't estimate how rarely two conditions meet. */
export async function findNarrow(db: Queryable, search: Search): Promise<Sql | null> {
  const conditions = narrowing(search)
  if (conditions.length === 0 || isServedByOneIndex(search)) return null
  // In the order of its index, so that PostgreSQL counts by it.
  const counts = conditions.map(
    ({ is, column }) => sql`
      (select count(*) from (select from player_transaction as tx where ${is} order by ${column} limit ${FEW}) as few)`,
  )
  const { each } = await queryOne(db, { each: col.int4Array })`
    select array[${counts.reduce((all, one) => sql`${all}, ${one}`)}]::integer[] as each`
  const least = Math.min(...each)
  return least < FEW ? (conditions[each.indexOf(least)]?.is ?? null) : null
}

/** One condition that is equal to something, in the order in which its index has them. */
const isServedByOneIndex = (search: Search) =>
  !isByConfirmation(search) &&
  search.amount_from === undefined &&
  search.amount_to === undefined &&
  [...ofTransaction(search), ...ofEither(search, sql`tx`)].length === 1

/** A cashbox has two kinds, each in its order: what it has confirmed, and what is aimed at it. */
export const pageOfIds = (search: Search, narrow: Sql | null): Sql =>
  [
    ...(isByConfirmation(search) ? [narrow ? confirmedAmong(search, narrow) : newestConfirmed(search)] : []),
    ...unconfirmedOnes(search, narrow),
  ]
    .map((branch) => sql`(${branch})`)
    .reduce((all, one) => sql`${all} union all ${one}`)

const isInPeriod = ({ confirmed_from, confirmed_to }: Search) =>
  confirmed_from !== undefined || confirmed_to !== undefined

const unconfirmed: readonly SearchedState[] = ['open', 'locked', 'expired', 'cancelled']
const isUnconfirmed = ({ state }: Search) => state !== undefined && unconfirmed.includes(state)

/** By confirmation, because most may have expired; those made until some day by creation, because most may be confirmed later. */
const isByConfirmation = (search: Search) =>
  isInPeriod(search) ||
  (search.agentId !== null && !isUnconfirmed(search)) ||
  (search.state === 'confirmed' && search.created_to === undefined)

function unconfirmedOnes(search: Search, narrow: Sql | null): Sql[] {
  const { agentId, state } = search
  if (isInPeriod(search) || (agentId === null && isByConfirmation(search))) return []
  if (agentId === null) return [newest(search, narrow ? matchingSource(narrow) : state === 'open' ? OPEN : ALL)]
  if (state !== undefined && !isUnconfirmed(search)) return []
  if (narrow)
    return [newest(search, matchingSource(narrow), [sql`(tx.ended_as in ('expired', 'cancelled') or ${isOpen})`])]
  // One branch per state, because the indexes are per state.
  return (state ? [state] : unconfirmed).map((one) =>
    newest({ ...search, state: one }, one === 'open' || one === 'locked' ? OPEN : ALL),
  )
}

const newest = (search: Search, source: Source, more: readonly Sql[] = []) => {
  const { from, row } = source
  return sql`
    select ${row}.id, ${row}.created_at as at from ${from}
    ${where([
      ...when(search.agentId, (id) => sql`${row}.agent_id = ${id}`),
      ...more,
      ...ofTransaction(search, source),
      ...ofEither(search, sql`tx`),
      ...after(search.cursor, sql`(${row}.created_at, ${row}.id)`),
    ])}
    order by ${row}.created_at desc, ${row}.id desc limit ${search.limit + 1}`
}

/** `offset 0` makes PostgreSQL use the index of this condition and no other. */
const matching = (narrow: Sql) => sql`(
  select id, transaction_id, partner_id, agent_id, player_id, type, amount, ended_as, locked_at, created_at
  from player_transaction as tx where ${narrow} offset 0) as tx`

/** Walks confirmations from the newest until the page is full: those of an agent by their running numbers. */
const newestConfirmed = (search: Search) =>
  sql`
    select done.player_transaction_id as id, done.finished_at as at
    from confirmation as done
    ${where([
      ...(search.agentId === null ? [] : ofNumbers(search, search.agentId)),
      ...ofConfirmation(search),
      ...ofEither(search, sql`done`),
      // With a limit, so that it stays a look-up by key even when PostgreSQL's estimate is wrong.
      ...together(ofTransaction(search, CONFIRMED)).map(
        (all) => sql`(select ${all} from player_transaction as tx where tx.id = done.player_transaction_id limit 1)`,
      ),
    ])}
    order by ${search.agentId === null ? sql`done.finished_at desc, done.player_transaction_id desc` : sql`done.number desc`}
    limit ${search.limit + 1}`

const confirmedAmong = (search: Search, narrow: Sql) =>
  sql`
    select tx.id, done.finished_at as at
    from ${matching(narrow)}
    cross join lateral (
      select player_transaction_id, agent_id, finished_at
      from confirmation where player_transaction_id = tx.id limit 1) as done
    ${where([
      ...when(search.agentId, (id) => sql`done.agent_id = ${id}`),
      ...ofTransaction(search, CONFIRMED),
      ...ofEither(search, sql`tx`),
      ...ofConfirmation(search),
    ])}
    order by done.finished_at desc, done.player_transaction_id desc limit ${search.limit + 1}`

// With a limit, so that it stays a look-up by key.
const isOpen = sql`(select true from open_transaction where transaction_id = tx.transaction_id limit 1) is not null`
// Literals, because a partial index is only used when the statement names the state.
const inState: Readonly<Record<SearchedState, Sql>> = {
  open: sql`tx.locked_at is null and ${isOpen}`,
  // A locked transaction can't be confirmed, so it is open until it has ended.
  locked: sql`tx.ended_as is null and tx.locked_at is not null`,
  confirmed: sql`tx.ended_as is null and (select true from confirmation where player_transaction_id = tx.id limit 1)`,
  expired: sql`tx.ended_as = 'expired'`,
  cancelled: sql`tx.ended_as = 'cancelled'`,
  reversed: sql`tx.ended_as = 'reversed'`,
}

interface Source {
  readonly from: Sql
  /** Has the agent, the time and the id by which an index finds and orders them. */
  readonly row: Sql
  readonly inState: Readonly<Record<SearchedState, Sql>>
}

const ALL: Source = { from: sql`player_transaction as tx`, row: sql`tx`, inState }
/** Where each row is joined to its confirmation. */
const CONFIRMED: Source = { ...ALL, inState: { ...inState, confirmed: sql`tx.ended_as is null` } }
const OPEN: Source = {
  from: sql`
    open_transaction as open cross join lateral (
      select transaction_id, partner_id, player_id, type, amount, locked_at
      from player_transaction where transaction_id = open.transaction_id limit 1) as tx`,
  row: sql`open`,
  inState: { ...inState, open: sql`tx.locked_at is null`, locked: sql`tx.locked_at is not null` },
}
const matchingSource = (narrow: Sql): Source => ({ ...ALL, from: matching(narrow) })

/** Conditions on columns that only the transaction has. */
const ofTransaction = (search: Search, source: Source = ALL): Sql[] => [
  ...when(search.transaction_id, (id) => sql`tx.transaction_id = ${id}`),
  ...when(search.player_id, (id) => sql`tx.player_id = ${id}`),
  ...when(search.partnerId, (id) => sql`tx.partner_id = ${id}`),
  ...when(search.state, (state) => source.inState[state]),
  ...created(search, source.row),
]

const created = (search: Search, row = sql`tx`): Sql[] => [
  ...when(search.created_from, (from) => sql`${row}.created_at >= ${fromSeconds(from)}`),
  ...when(search.created_to, (to) => sql`${row}.created_at < ${fromSeconds(to + 1)}`),
]

/** Conditions on columns that the transaction and its confirmation both have. */
const ofEither = (search: Search, either: Sql): Sql[] => [
  ...when(search.type, (type) => sql`${either}.type = ${type}`),
  ...amounts(search, either),
]

const amounts = (search: Search, either: Sql): Sql[] => [
  ...when(search.amount, (amount) => sql`${either}.amount = ${amount}`),
  ...when(search.amount_from, (from) => sql`${either}.amount >= ${from}`),
  ...when(search.amount_to, (to) => sql`${either}.amount <= ${to}`),
]

/** The period of `ofConfirmation` as numbers, which have an index. */
const ofNumbers = ({ floatId, confirmed_from, confirmed_to, created_from, cursor }: Search, agentId: string): Sql[] => [
  sql`done.float_id = ${floatId}`,
  ...[confirmed_from, created_from].flatMap((from) =>
    when(from, (second) => sql`done.number > confirmed_before(${agentId}, ${fromSeconds(second)})`),
  ),
  ...when(confirmed_to, (to) => sql`done.number <= confirmed_before(${agentId}, ${fromSeconds(to + 1)})`),
  ...when(
    cursor,
    (text) => sql`done.number <= confirmed_before(${agentId}, ${timeOf(text)} + interval '1 microsecond')`,
  ),
]

const ofConfirmation = (search: Search): Sql[] => [
  ...(isUnconfirmed(search) ? [sql`false`] : []),
  ...when(search.confirmed_from, (from) => sql`done.finished_at >= ${fromSeconds(from)}`),
  ...when(search.confirmed_to, (to) => sql`done.finished_at < ${fromSeconds(to + 1)}`),
  // Nothing is confirmed before it is made.
  ...when(search.created_from, (from) => sql`done.finished_at >= ${fromSeconds(from)}`),
  ...after(search.cursor, sql`(done.finished_at, done.player_transaction_id)`),
]

/** A condition that has an index, and the column by whose order PostgreSQL takes that index. */
interface Narrowing {
  readonly is: Sql
  readonly column: Sql
}

const narrowing = (search: Search): Narrowing[] => {
  const by = (column: Sql) => (is: Sql) => ({ is, column })
  const byTime = by(sql`tx.created_at`)
  return [
    ...when(search.transaction_id, (id) => sql`tx.transaction_id = ${id}`).map(by(sql`tx.transaction_id`)),
    ...when(search.player_id, (id) => sql`tx.player_id = ${id}`).map(by(sql`tx.player_id`)),
    ...when(search.partnerId, (id) => sql`tx.partner_id = ${id}`).map(byTime),
    ...(search.state === 'reversed' ? [byTime(inState.reversed)] : []),
    ...together(amounts(search, sql`tx`)).map(by(sql`tx.amount`)),
    // Otherwise the page is in order of creation and needs no narrowing by it.
    ...(isByConfirmation(search) ? together(created(search)).map(byTime) : []),
  ]
}

const together = (conditions: readonly Sql[]): Sql[] =>
  conditions.length === 0 ? [] : [conditions.reduce((all, one) => sql`${all} and ${one}`)]

const when = <Value>(value: Value | null | undefined, condition: (value: Value) => Sql): Sql[] =>
  value === null || value === undefined ? [] : [condition(value)]

const after = (cursor: string | undefined, place: Sql): Sql[] =>
  when(cursor, (text) => {
    const [, ...id] = text.split('-')
    return sql`${place} < (${timeOf(text)}, ${id.join('-')}::uuid)`
  })

const timeOf = (cursor: string) =>
  sql`(timestamptz 'epoch' + ${cursor.split('-')[0]}::bigint * interval '1 microsecond')`

const where = (conditions: readonly Sql[]): Sql =>
  sql`where ${conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`)}`
