import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** What was told of alerts that ended long ago, the messages that told it, and pauses that are over. */
export async function forgetOldAlerts(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - KEPT_MS)
  await db.execute(sql`delete from alert_episode where ended_at < ${before}`)
  await db.execute(sql`
    delete from alert_message
    where created_at < ${before} and (sent_at is not null or given_up_at is not null)
      and not exists (select 1 from alert_telling where message_id = alert_message.id)`)
  await db.execute(sql`delete from alert_pause where until < ${now}`)
}
