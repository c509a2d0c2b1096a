import { nullable, type RowOf, text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'

const dueEventColumns = {
  topic: text,
  transaction_id: text,
  /** When it had arrived before; null when it never has. */
  delivered_at: nullable(timestamptz),
}
type DueEvent = RowOf<typeof dueEventColumns>

/** Makes an event due now, whether or not it has arrived before. A partner does not find another's; null finds any. */
export async function makeDue(
  db: Queryable,
  eventId: string,
  at: Date,
  playerServiceId: string | null,
): Promise<DueEvent> {
  const [event] = await db.query(
    sql`
      with before as (
        select id, delivered_at from outbox_event
        where id = ${eventId} and (${playerServiceId}::uuid is null or player_service_id = ${playerServiceId}::uuid) for update)
      update outbox_event as event set delivered_at = null, next_attempt_at = ${at} from before
      where event.id = before.id
      returning event.topic, event.payload ->> 'transaction_id' as transaction_id, before.delivered_at`,
    dueEventColumns,
  )
  if (!event) throw refusal('not_found')
  return event
}
