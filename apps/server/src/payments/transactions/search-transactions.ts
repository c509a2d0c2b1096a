import type { ParsedInputOf } from '@cashbox/contract'
import { type searchTransactions as call, ListedTransaction } from '@cashbox/contract/operator'
import { col, type Queryable, query, type Sql, sql, toPage } from '@cashbox/postgres/database'
import { columnsFor } from '../../platform/answer-columns.ts'
import { refusal } from '../../platform/refusal.ts'
import { findNarrow, pageOfIds, type Search } from './page-of-ids.ts'

type Input = ParsedInputOf<typeof call>

const columns = {
  ...columnsFor(ListedTransaction),
  cash_id: col.nullable(col.digits),
  confirmed_by: col.nullable(col.digits),
  id: col.uuid,
  /** In microseconds, for the cursor. */
  at_us: col.int8,
}

export async function searchTransactions(db: Queryable, input: Input) {
  const search = await toSearch(db, input)
  const rows = await db.query(statementFor(search, await findNarrow(db, search)), columns)
  const { list, next_cursor } = toPage(rows, input.limit, ({ at_us, id }) => `${at_us}-${id}`)
  return { list: list.map(({ id: _id, at_us: _at, ...transaction }): ListedTransaction => transaction), next_cursor }
}

async function toSearch(db: Queryable, { cash_id, partner, ...input }: Input): Promise<Search> {
  const [agent] =
    cash_id === undefined
      ? []
      : await query(db, { id: col.uuid, float_id: col.int8 })`
      select id, float_id from agent where cash_id = ${cash_id}`
  if (cash_id !== undefined && !agent) throw refusal('cashbox_unknown')
  const [found] =
    partner === undefined ? [] : await query(db, { id: col.uuid })`select id from partner where code = ${partner}`
  if (partner !== undefined && !found) throw refusal('partner_unknown')
  return {
    ...input,
    agentId: agent?.id ?? null,
    floatId: agent?.float_id ?? null,
    partnerId: found?.id ?? null,
  }
}

/** Finds the ids of the page with the best index first, then joins the details. */
export function statementFor(search: Search, narrow: Sql | null): Sql {
  return sql`
    with page as (${pageOfIds(search, narrow)})
    select page.id, (extract(epoch from page.at) * 1000000)::bigint as at_us, tx.transaction_id, tx.reference,
           partner.code as partner, channel.code as channel, tx.type, now.state,
           now.state = 'open' and tx.locked_at is not null as is_locked, tx.amount, channel.currency_code, tx.player_id,
           aimed.cash_id, tx.created_at, tx.expires_at, tx.closed_at, confirmation.finished_at as confirmed_at,
           agent.cash_id as confirmed_by,
           trim(agent.first_name || ' ' || agent.last_name) as agent_name, reversal.reversed_at
    from (select id, at from page order by at desc, id desc limit ${search.limit + 1}) as page
    join player_transaction as tx on tx.id = page.id
    cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
    join partner on partner.id = tx.partner_id
    join channel on channel.id = tx.channel_id
    left join agent as aimed on aimed.id = tx.agent_id
    left join confirmation on confirmation.player_transaction_id = tx.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = tx.id
    order by page.at desc, page.id desc`
}
