import { formatMinor, type PendingTransaction, transactionTypes } from '@cashbox/contract'
import { type Clock, toSeconds } from '../../../platform/clock.ts'
import { int8, oneOf, text, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { maskPlayer } from './mask-player.ts'

const AT_MOST = 100

const columns = {
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  currency_code: text,
  player_id: text,
  fee: int8,
  expires_at: timestamptz,
}

/** What waits for this cashbox alone. */
export async function listPending(db: Queryable, clock: Clock, agentId: string): Promise<PendingTransaction[]> {
  const now = clock.now()
  const rows = await db.query(
    sql`
      select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at,
             fee_of(tx.amount, rate.bp) as fee
      from player_transaction as tx
      join agent on agent.id = tx.agent_id and agent.channel_id = tx.channel_id
      join channel on channel.id = tx.channel_id
      cross join lateral fee_in_force(agent.id, tx.type, ${now}) as rate
      where tx.agent_id = ${agentId} and tx.state = 'open' and tx.locked_at is null and tx.expires_at > ${now}
      order by tx.expires_at, tx.id limit ${AT_MOST}`,
    columns,
  )
  return rows.map((row) => ({
    transaction_id: row.transaction_id,
    type: row.type,
    amount: formatMinor(row.amount),
    currency_code: row.currency_code,
    customer: maskPlayer(row.player_id),
    fee: formatMinor(row.fee),
    expires_at: toSeconds(row.expires_at),
  }))
}
