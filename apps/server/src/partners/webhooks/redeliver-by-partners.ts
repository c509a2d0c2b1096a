import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { redeliverEvents as call } from '@cashbox/contract/partner'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { invalidFields } from '../../platform/refusal.ts'
import { makeManyDue } from './redeliver-event.ts'

/** Makes the events that were named due, each with its own outcome, or the failed ones of a time span. */
export async function redeliverEvents(
  db: Database,
  clock: Clock,
  playerServiceId: string,
  { event_ids, failed_from, failed_to }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const now = clock.now()
  if (event_ids) {
    if (failed_from !== undefined || failed_to !== undefined) throw invalidFields({ event_ids: [{ code: 'invalid' }] })
    const due = new Set(await makeManyDue(db, playerServiceId, { ids: event_ids }, now))
    return { list: [...new Set(event_ids)].map((id) => ({ id, outcome: due.has(id) ? 'due' : 'not_found' })) }
  }
  if (failed_from === undefined) throw invalidFields({ event_ids: [{ code: 'required' }] })
  const failed = { from: new Date(failed_from * 1000), to: failed_to === undefined ? now : new Date(failed_to * 1000) }
  const due = await makeManyDue(db, playerServiceId, { failed }, now)
  return { list: due.map((id) => ({ id, outcome: 'due' })) }
}
