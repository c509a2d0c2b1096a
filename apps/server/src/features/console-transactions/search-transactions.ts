import { formatMinor, type ParsedInputOf, type TransactionType } from '@cashbox/contract'
import type { searchTransactions as call, ListedTransaction, SearchedState } from '@cashbox/contract/operator'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'

type Asked = ParsedInputOf<typeof call>

/** What was asked for, with the names that people use turned into ids. */
export interface Search extends Omit<Asked, 'cash_id' | 'partner'> {
  readonly agentId: string | null
  readonly playerServiceId: string | null
}

interface Row {
  id: string
  /** Where it stands in the list, in microseconds. */
  at_us: bigint
  transaction_id: string
  reference: string | null
  partner: string
  channel: string
  type: TransactionType
  state: ListedTransaction['state']
  is_locked: boolean
  amount: bigint
  currency_code: string
  player_id: string
  cash_id: bigint | null
  confirmed_by: bigint | null
  created_at: Date
  expires_at: Date
  closed_at: Date | null
  confirmed_at: Date | null
  reversed_at: Date | null
}

export async function searchTransactions(db: Queryable, asked: Asked) {
  const rows = await db.query<Row>(statementFor(await resolve(db, asked)))
  const page = rows.slice(0, asked.limit)
  const last = page.at(-1)
  return {
    list: page.map(show),
    next_cursor: last && rows.length > asked.limit ? `${last.at_us}-${last.id}` : null,
  }
}

async function resolve(db: Queryable, { cash_id, partner, ...asked }: Asked): Promise<Search> {
  const [agent] = cash_id === undefined ? [] : await db.query<Id>(sql`select id from agent where cash_id = ${cash_id}`)
  if (cash_id !== undefined && !agent) throw refusal('cashbox_unknown')
  const [service] =
    partner === undefined ? [] : await db.query<Id>(sql`select id from player_service where code = ${partner}`)
  if (partner !== undefined && !service) throw refusal('partner_unknown')
  return { ...asked, agentId: agent?.id ?? null, playerServiceId: service?.id ?? null }
}

interface Id {
  readonly id: string
}

/** The page of ids by whichever index serves the search, and only then everything about them. */
export function statementFor(search: Search): Sql {
  const pages = branchesOf(search)
    .map((branch) => sql`(${branch})`)
    .reduce((all, one) => sql`${all} union all ${one}`)
  return sql`
    with page as (${pages})
    select page.id, (extract(epoch from page.at) * 1000000)::bigint as at_us, tx.transaction_id, tx.reference,
           service.code as partner, channel.code as channel, tx.type, tx.state,
           tx.state = 'open' and tx.locked_at is not null as is_locked, tx.amount, channel.currency_code, tx.player_id,
           aimed.cash_id, tx.created_at, tx.expires_at, tx.closed_at, confirmation.finished_at as confirmed_at,
           agent.cash_id as confirmed_by, reversal.reversed_at
    from (select id, at from page order by at desc, id desc limit ${search.limit + 1}) as page
    join player_transaction as tx on tx.id = page.id
    join player_service as service on service.id = tx.player_service_id
    join channel on channel.id = tx.channel_id
    left join agent as aimed on aimed.id = tx.agent_id
    left join confirmation on confirmation.player_transaction_id = tx.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = tx.id
    order by page.at desc, page.id desc`
}

/** Of one cashbox there are two kinds, each in an order of its own: what it has confirmed, and what is aimed at it. */
function branchesOf(search: Search): Sql[] {
  const { agentId, state, confirmed_from, confirmed_to } = search
  if (confirmed_from !== undefined || confirmed_to !== undefined) return [confirmedOnes(search)]
  if (agentId === null) return [allOnes(search)]
  if (state === 'confirmed' || state === 'reversed') return [confirmedOnes(search)]
  return state === undefined ? [confirmedOnes(search), aimedOnes(search, agentId)] : [aimedOnes(search, agentId)]
}

const allOnes = (search: Search) =>
  sql`
    select tx.id, tx.created_at as at from player_transaction as tx ${where([...conditionsOf(search), ...after(search.cursor, sql`(tx.created_at, tx.id)`)])}
    order by tx.created_at desc, tx.id desc limit ${search.limit + 1}`

const aimedOnes = (search: Search, agentId: string) =>
  sql`
    select tx.id, tx.created_at as at from player_transaction as tx ${where([
      sql`tx.agent_id = ${agentId}`,
      sql`tx.state not in ('confirmed', 'reversed')`,
      ...conditionsOf(search),
      ...after(search.cursor, sql`(tx.created_at, tx.id)`),
    ])}
    order by tx.created_at desc, tx.id desc limit ${search.limit + 1}`

const confirmedOnes = (search: Search) =>
  sql`
    select tx.id, done.finished_at as at
    from confirmation as done join player_transaction as tx on tx.id = done.player_transaction_id
    ${where([
      ...when(search.agentId, (id) => sql`done.agent_id = ${id}`),
      ...when(search.confirmed_from, (from) => sql`done.finished_at >= ${fromSeconds(from)}`),
      ...when(search.confirmed_to, (to) => sql`done.finished_at < ${fromSeconds(to + 1)}`),
      // Nothing is confirmed before it is made.
      ...when(search.created_from, (from) => sql`done.finished_at >= ${fromSeconds(from)}`),
      ...conditionsOf(search),
      ...after(search.cursor, sql`(done.finished_at, done.player_transaction_id)`),
    ])}
    order by done.finished_at desc, done.player_transaction_id desc limit ${search.limit + 1}`

// Written out, because an index of some states only is used when the statement itself says which.
const inState: Readonly<Record<SearchedState, Sql>> = {
  open: sql`tx.state = 'open' and tx.locked_at is null`,
  locked: sql`tx.state = 'open' and tx.locked_at is not null`,
  confirmed: sql`tx.state = 'confirmed'`,
  expired: sql`tx.state = 'expired'`,
  cancelled: sql`tx.state = 'cancelled'`,
  reversed: sql`tx.state = 'reversed'`,
}

const conditionsOf = (search: Search): Sql[] => [
  ...when(search.transaction_id, (id) => sql`tx.transaction_id = ${id}`),
  ...when(search.player_id, (id) => sql`tx.player_id = ${id}`),
  ...when(search.playerServiceId, (id) => sql`tx.player_service_id = ${id}`),
  ...when(search.state, (state) => inState[state]),
  ...when(search.type, (type) => sql`tx.type = ${type}`),
  ...when(search.amount, (amount) => sql`tx.amount = ${amount}`),
  ...when(search.amount_from, (from) => sql`tx.amount >= ${from}`),
  ...when(search.amount_to, (to) => sql`tx.amount <= ${to}`),
  ...when(search.created_from, (from) => sql`tx.created_at >= ${fromSeconds(from)}`),
  ...when(search.created_to, (to) => sql`tx.created_at < ${fromSeconds(to + 1)}`),
]

const when = <Value>(value: Value | null | undefined, condition: (value: Value) => Sql): Sql[] =>
  value === null || value === undefined ? [] : [condition(value)]

/** Below the last one of the page before. */
const after = (cursor: string | undefined, place: Sql): Sql[] =>
  when(cursor, (text) => {
    const [atUs, ...id] = text.split('-')
    return sql`${place} < (timestamptz 'epoch' + ${atUs}::bigint * interval '1 microsecond', ${id.join('-')}::uuid)`
  })

const where = (conditions: readonly Sql[]): Sql =>
  sql`where ${conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`)}`

const orNull = (time: Date | null) => time && toSeconds(time)

function show({ id: _id, at_us: _at, ...row }: Row): ListedTransaction {
  return {
    ...row,
    amount: formatMinor(row.amount),
    cash_id: row.cash_id === null ? null : row.cash_id.toString(),
    confirmed_by: row.confirmed_by === null ? null : row.confirmed_by.toString(),
    created_at: toSeconds(row.created_at),
    expires_at: toSeconds(row.expires_at),
    closed_at: orNull(row.closed_at),
    confirmed_at: orNull(row.confirmed_at),
    reversed_at: orNull(row.reversed_at),
  }
}
