import type { PendingTransaction } from '@cashbox/contract'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { shownColumns, shownTransaction } from './shown-transaction.ts'

const AT_MOST = 100

/** What waits for this cashbox alone. */
export async function listPending(db: Queryable, clock: Clock, agentId: string): Promise<PendingTransaction[]> {
  const now = clock.now()
  const rows = await db.query(
    sql`
      select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at,
             fee_of(tx.amount, rate.bp) as fee
      from open_transaction as open
      join player_transaction as tx on tx.transaction_id = open.transaction_id
      join agent on agent.id = tx.agent_id and agent.channel_id = tx.channel_id
      join channel on channel.id = tx.channel_id
      cross join lateral fee_in_force(agent.id, tx.type, ${now}) as rate
      where open.agent_id = ${agentId} and tx.locked_at is null and tx.expires_at > ${now}
      order by tx.expires_at, tx.id limit ${AT_MOST}`,
    shownColumns,
  )
  return rows.map(shownTransaction)
}
