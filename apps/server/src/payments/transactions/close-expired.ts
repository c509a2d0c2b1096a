import { nullable, uuid } from '../../platform/database/columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { closeTransactions } from './close-transactions.ts'

const AT_ONCE = 1000

/** The agents that some of the expired transactions were aimed at. */
export async function closeExpired(tx: Tx, at: Date): Promise<string[]> {
  const due = await tx.query(
    sql`
      select id, agent_id from open_transaction where expires_at <= ${at}
      order by expires_at limit ${AT_ONCE} for update skip locked`,
    { id: uuid, agent_id: nullable(uuid) },
  )
  await closeTransactions(
    tx,
    'expired',
    due.map(({ id }) => id),
    at,
  )
  return [...new Set(due.flatMap(({ agent_id }) => (agent_id === null ? [] : [agent_id])))]
}
