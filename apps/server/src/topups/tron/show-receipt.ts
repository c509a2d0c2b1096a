import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { recordArrival } from '../topup.ts'
import { arrivalOf } from './arrival.ts'
import { findOurs } from './find-ours.ts'
import type { WatchServices } from './services.ts'

/** Shows what is on the way, before it is final. Answers with the agents it is for. */
export async function showReceipt(tx: Tx, services: WatchServices, receipt: Receipt): Promise<string[]> {
  if (!receipt.isSuccess) return []
  const ours = await findOurs(tx, services, receipt)
  for (const transfer of ours) {
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    await tx.execute(sql`
      update topup set state = 'confirming', block_number = ${receipt.blockNumber}, finished_at = null
      where id = ${topup.id} and state in ('confirming', 'failed')`)
  }
  return ours.map(({ agentId }) => agentId)
}
