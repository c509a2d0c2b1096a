import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** What has not arrived is due at once, however late its next try was to be: the reason for the wait is gone. */
export async function stopWaiting(tx: Tx, playerServiceId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update outbox_event set next_attempt_at = ${at}
    where player_service_id = ${playerServiceId} and delivered_at is null and next_attempt_at > ${at}`)
}
