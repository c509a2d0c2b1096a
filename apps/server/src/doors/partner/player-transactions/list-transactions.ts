import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listTransactions as call } from '@cashbox/contract/partner'
import { uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { toTransaction, transactionColumns } from './partner-transaction.ts'

/** Newest first. The cursor is the last one seen, so that a page stays the same while new ones come. */
export async function listTransactions(
  db: Queryable,
  playerServiceId: string,
  filter: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { reference, state, type, created_from, created_to, limit, cursor } = filter
  const before = cursor === undefined ? null : await idOf(db, playerServiceId, cursor)
  const rows = await db.query(
    sql`
      select page.transaction_id, page.reference, page.type, page.state, page.locked_at, page.amount, channel.currency_code,
             channel.code as channel, aimed.cash_id, page.player_id, page.metadata, page.created_at, page.expires_at, page.closed_at,
             confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
      from (
        select id, transaction_id, reference, type, now.state, locked_at, amount, channel_id, agent_id, player_id, metadata,
               created_at, expires_at, closed_at
        from player_transaction as tx cross join lateral state_now(tx.transaction_id, tx.state) as now
        where player_service_id = ${playerServiceId}
          and (${before}::uuid is null or id < ${before}::uuid)
          and (${reference ?? null}::text is null or reference = ${reference ?? null})
          and (${state ?? null}::text is null or now.state = ${state ?? null})
          and (${type ?? null}::text is null or type = ${type ?? null})
          and (${created_from ?? null}::bigint is null or created_at >= to_timestamp(${created_from ?? null}::bigint))
          and (${created_to ?? null}::bigint is null or created_at < to_timestamp(${created_to ?? null}::bigint + 1))
        order by id desc limit ${limit + 1}) as page
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
