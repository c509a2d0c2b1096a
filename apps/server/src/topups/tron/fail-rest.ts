import { uuid } from '../../platform/database/columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { WatchServices } from './services.ts'

/** What was shown as on the way and is not in the final receipt will not come. */
export async function failRest(tx: Tx, { clock, tron }: WatchServices, txid: string): Promise<string[]> {
  const rows = await tx.query(
    sql`
      update topup set state = 'failed', finished_at = ${clock.now()}
      where txid = ${txid} and reference like ${`${tron.chain}:%`} and state = 'confirming' returning agent_id`,
    { agent_id: uuid },
  )
  return rows.map(({ agent_id }) => agent_id)
}
