import { formatMinor, type TransactionType } from '@cashbox/contract'
import type { PartnerTransaction } from '@cashbox/contract/partner'
import { toSeconds } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'

interface Row {
  id: string
  transaction_id: string
  reference: string | null
  type: TransactionType
  state: PartnerTransaction['state']
  locked_at: Date | null
  amount: bigint
  currency_code: string
  channel: string
  cash_id: bigint | null
  player_id: string
  created_at: Date
  expires_at: Date
  closed_at: Date | null
  confirmed_at: Date | null
  confirmed_by: bigint | null
  reversed_at: Date | null
}

/** A transaction of this partner. Another partner's looks like none at all. */
export async function readTransaction(
  db: Queryable,
  playerServiceId: string,
  transactionId: string,
): Promise<PartnerTransaction> {
  const [row] = await db.query<Row>(sql`
    select tx.id, tx.transaction_id, tx.reference, tx.type, tx.state, tx.locked_at, tx.amount, channel.currency_code,
           channel.code as channel, aimed.cash_id, tx.player_id, tx.created_at, tx.expires_at, tx.closed_at,
           confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
    from player_transaction as tx
    join channel on channel.id = tx.channel_id
    left join agent as aimed on aimed.id = tx.agent_id
    left join confirmation on confirmation.player_transaction_id = tx.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = tx.id
    where tx.transaction_id = ${transactionId} and tx.player_service_id = ${playerServiceId}`)
  if (!row) throw refusal('not_found')
  return toTransaction(row)
}

export interface TransactionFilter {
  readonly reference?: string | undefined
  readonly state?: PartnerTransaction['state'] | undefined
  readonly type?: TransactionType | undefined
  readonly created_from?: number | undefined
  readonly created_to?: number | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

interface Page {
  readonly list: PartnerTransaction[]
  readonly next_cursor: string | null
}

/** Newest first. The cursor is the last one seen, so that a page stays the same while new ones come. */
export async function listTransactions(
  db: Queryable,
  playerServiceId: string,
  filter: TransactionFilter,
): Promise<Page> {
  const { reference, state, type, created_from, created_to, limit, cursor } = filter
  const rows = await db.query<Row>(sql`
    select page.*, channel.currency_code, channel.code as channel, aimed.cash_id,
           confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
    from (
      select id, transaction_id, reference, type, state, locked_at, amount, channel_id, agent_id, player_id, created_at,
             expires_at, closed_at
      from player_transaction
      where player_service_id = ${playerServiceId}
        and (${cursor ?? null}::text is null or id < (
          select id from player_transaction
          where transaction_id = ${cursor ?? null} and player_service_id = ${playerServiceId}))
        and (${reference ?? null}::text is null or reference = ${reference ?? null})
        and (${state ?? null}::text is null or state = ${state ?? null})
        and (${type ?? null}::text is null or type = ${type ?? null})
        and (${created_from ?? null}::bigint is null or created_at >= to_timestamp(${created_from ?? null}::bigint))
        and (${created_to ?? null}::bigint is null or created_at < to_timestamp(${created_to ?? null}::bigint + 1))
      order by id desc limit ${limit + 1}) as page
    join channel on channel.id = page.channel_id
    left join agent as aimed on aimed.id = page.agent_id
    left join confirmation on confirmation.player_transaction_id = page.id
    left join agent on agent.id = confirmation.agent_id
    left join reversal on reversal.player_transaction_id = page.id
    order by page.id desc`)
  const list = rows.slice(0, limit).map(toTransaction)
  return { list, next_cursor: rows.length > limit ? (list.at(-1)?.transaction_id ?? null) : null }
}

const orNull = (time: Date | null) => time && toSeconds(time)

const toTransaction = (row: Row): PartnerTransaction => ({
  transaction_id: row.transaction_id,
  reference: row.reference,
  type: row.type,
  state: row.state,
  is_locked: row.state === 'open' && row.locked_at !== null,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  channel: row.channel,
  cash_id: row.cash_id === null ? null : row.cash_id.toString(),
  player_id: row.player_id,
  created_at: toSeconds(row.created_at),
  expires_at: toSeconds(row.expires_at),
  closed_at: orNull(row.closed_at),
  confirmed_at: orNull(row.confirmed_at),
  confirmed_by: row.confirmed_by === null ? null : row.confirmed_by.toString(),
  reversed_at: orNull(row.reversed_at),
})
