import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listTransactions as call } from '@cashbox/contract/partner'
import { uuid } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { toTransaction, transactionColumns } from './partner-transaction.ts'

const ALL = sql`player_transaction as tx cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now`
/** By what is open, which are few: a partner has millions that were. */
const OPEN = sql`
  open_transaction cross join lateral (
    select * from player_transaction where transaction_id = open_transaction.transaction_id limit 1) as tx
  cross join lateral (select 'open' as state) as now`

/** Newest first. The cursor is the last one seen, so that a page stays the same while new ones come. */
export async function listTransactions(
  db: Queryable,
  playerServiceId: string,
  filter: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { reference, state, type, created_from, created_to, limit, cursor } = filter
  const before = cursor === undefined ? null : await idOf(db, playerServiceId, cursor)
  const endedAs = state === 'open' || state === 'confirmed' ? null : (state ?? null)
  const rows = await db.query(
    sql`
      select page.transaction_id, page.reference, page.type, page.state, page.locked_at, page.amount, channel.currency_code,
             channel.code as channel, aimed.cash_id, page.player_id, page.metadata, page.created_at, page.expires_at, page.closed_at,
             confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
      from (
        select tx.id, tx.transaction_id, tx.reference, tx.type, now.state, tx.locked_at, tx.amount, tx.channel_id, tx.agent_id,
               tx.player_id, tx.metadata, tx.created_at, tx.expires_at, tx.closed_at
        from ${state === 'open' ? OPEN : ALL}
        where tx.player_service_id = ${playerServiceId}
          and (${before}::uuid is null or tx.id < ${before}::uuid)
          and (${reference ?? null}::text is null or tx.reference = ${reference ?? null})
          and (${state ?? null}::text is null or tx.ended_as is not distinct from ${endedAs} and now.state = ${state ?? null})
          and (${type ?? null}::text is null or tx.type = ${type ?? null})
          and (${created_from ?? null}::bigint is null or tx.created_at >= to_timestamp(${created_from ?? null}::bigint))
          and (${created_to ?? null}::bigint is null or tx.created_at < to_timestamp(${created_to ?? null}::bigint + 1))
        order by tx.id desc limit ${limit + 1}) as page
      join channel on channel.id = page.channel_id
      left join agent as aimed on aimed.id = page.agent_id
      left join confirmation on confirmation.player_transaction_id = page.id
      left join agent on agent.id = confirmation.agent_id
      left join reversal on reversal.player_transaction_id = page.id
      order by page.id desc`,
    transactionColumns,
  )
  const list = rows.slice(0, limit).map(toTransaction)
  return { list, next_cursor: rows.length > limit ? (list.at(-1)?.transaction_id ?? null) : null }
}

async function idOf(db: Queryable, playerServiceId: string, transactionId: string): Promise<string> {
  const [row] = await db.query(
    sql`
      select id from player_transaction
      where transaction_id = ${transactionId} and player_service_id = ${playerServiceId}`,
    { id: uuid },
  )
  if (!row) throw refusal('cursor_unknown')
  return row.id
}
