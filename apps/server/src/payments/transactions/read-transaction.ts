import type { PartnerTransaction } from '@cashbox/contract/partner'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { toTransaction, transactionColumns } from './partner-transaction.ts'

/** A transaction of this partner. Another partner's looks like none at all. */
export async function readTransaction(
  db: Queryable,
  playerServiceId: string,
  transactionId: string,
): Promise<PartnerTransaction> {
  const [row] = await db.query(
    sql`
      select tx.transaction_id, tx.reference, tx.type, now.state, tx.locked_at, tx.amount, channel.currency_code,
             channel.code as channel, aimed.cash_id, tx.player_id, tx.metadata, tx.created_at, tx.expires_at, tx.closed_at,
             confirmation.finished_at as confirmed_at, agent.cash_id as confirmed_by, reversal.reversed_at
      from player_transaction as tx
      cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
      join channel on channel.id = tx.channel_id
      left join agent as aimed on aimed.id = tx.agent_id
      left join confirmation on confirmation.player_transaction_id = tx.id
      left join agent on agent.id = confirmation.agent_id
      left join reversal on reversal.player_transaction_id = tx.id
      where tx.transaction_id = ${transactionId} and tx.player_service_id = ${playerServiceId}`,
    transactionColumns,
  )
  if (!row) throw refusal('not_found')
  return toTransaction(row)
}
