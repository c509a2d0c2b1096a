import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import { listEvents } from './list-events.ts'
import { makeDue } from './redeliver-event.ts'

/** Makes an event due now, whether or not it has arrived before. */
export async function redeliverEvent(db: Database, clock: Clock, playerServiceId: string, id: string) {
  await makeDue(db, id, clock.now(), playerServiceId)
  const { list } = await listEvents(db, clock, playerServiceId, { event_id: id, limit: 1 })
  const [event] = list
  if (!event) throw refusal('not_found')
  return { event }
}
