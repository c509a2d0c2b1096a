import type { ParsedInputOf } from '@cashbox/contract'
import { type listTransactions as call, PartnerTransaction } from '@cashbox/contract/partner'
import { col, type Queryable, query, sql, toPage } from '@cashbox/postgres/database'
import { hasReference } from '../../partners/webhooks/events.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { refusal } from '../../platform/refusal.ts'

const ALL = sql`player_transaction as tx cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now`

/** Starts from the few open ones: a partner has millions of transactions. */
const OPEN = sql`
  open_transaction cross join lateral (
    select * from player_transaction where transaction_id = open_transaction.transaction_id limit 1) as tx
  cross join lateral (select 'open' as state) as now`

const transactionColumns = {
  ...columnsFor(PartnerTransaction),
  cash_id: col.nullable(col.digits),
  confirmed_by: col.nullable(col.digits),
}

/** Another partner's transaction is not found. */
export async function readTransaction(db: Queryable, partnerId: string, transactionId: string) {
  const [row] = await query(db, transactionColumns)`
    select tx.transaction_id, tx.reference, case when tx.reference is null then 'agent' else 'partner' end as started_by,
           tx.type, now.state, now.state = 'open' and tx.locked_at is not null as is_locked, tx.amount, channel.currency_code,
           channel.code as channel, aimed.cash_id, tx.player_id, coalesce(tx.metadata, '{}') as metadata,
           tx.created_at, tx.expires_at, tx.closed_at,
           confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
    from player_transaction as tx
    cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
    join channel on channel.id = tx.channel_id
    left join agent as aimed on aimed.id = tx.agent_id
    left join confirmation on confirmation.player_transaction_id = tx.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = tx.id
    where tx.transaction_id = ${transactionId} and tx.partner_id = ${partnerId}`
  if (!row) throw refusal('not_found')
  return row
}

/** Newest first. The cursor is the last ID of the page before, so new transactions don't shift the pages. */
export async function listTransactions(db: Queryable, partnerId: string, filter: ParsedInputOf<typeof call>) {
  const { reference, state, type, player_id, created_from, created_to, limit, cursor } = filter
  const before =
    cursor === undefined
      ? sql``
      : sql`and (tx.created_at, tx.id) < (
          select created_at, id from player_transaction where id = ${await idOf(db, partnerId, cursor)})`
  const endedAs = state === 'open' || state === 'confirmed' ? null : (state ?? null)
  const rows = await query(db, transactionColumns)`
    select page.transaction_id, page.reference, case when page.reference is null then 'agent' else 'partner' end as started_by,
           page.type, page.state, page.state = 'open' and page.locked_at is not null as is_locked, page.amount,
           channel.currency_code, channel.code as channel, aimed.cash_id, page.player_id,
           coalesce(page.metadata, '{}') as metadata, page.created_at, page.expires_at, page.closed_at,
           confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
    from (
      select tx.*, now.state
      from ${state === 'open' ? OPEN : ALL}
      where tx.partner_id = ${partnerId}
        ${before}
        ${reference === undefined ? sql`` : sql`and ${hasReference(partnerId, reference)}`}
        and (${state ?? null}::text is null or tx.ended_as is not distinct from ${endedAs} and now.state = ${state ?? null})
        and (${type ?? null}::text is null or tx.type = ${type ?? null})
        and (${player_id ?? null}::text is null or tx.player_id = ${player_id ?? null})
        and (${created_from ?? null}::bigint is null or tx.created_at >= to_timestamp(${created_from ?? null}::bigint))
        and (${created_to ?? null}::bigint is null or tx.created_at < to_timestamp(${created_to ?? null}::bigint + 1))
      order by tx.created_at desc, tx.id desc limit ${limit + 1}) as page
    join channel on channel.id = page.channel_id
    left join agent as aimed on aimed.id = page.agent_id
    left join confirmation on confirmation.player_transaction_id = page.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = page.id
    order by page.created_at desc, page.id desc`
  return toPage(rows, limit, ({ transaction_id }) => transaction_id)
}

async function idOf(db: Queryable, partnerId: string, transactionId: string): Promise<string> {
  const [row] = await query(db, { id: col.uuid })`
    select id from player_transaction
    where transaction_id = ${transactionId} and partner_id = ${partnerId}`
  if (!row) throw refusal('cursor_unknown')
  return row.id
}
