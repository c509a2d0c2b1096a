import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { redeliverEvents as call } from '@cashbox/contract/partner'
import { col, type Database, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import type { Clock } from '../../platform/clock.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import { hasFailed, listEvents } from './events.ts'

interface EventSelection {
  readonly ids?: readonly string[]
  readonly failed?: { readonly from: Date; readonly to: Date }
}

const dueEventColumns = {
  topic: col.text,
  transaction_id: col.text,
  /** The previous delivery; null if it never arrived. */
  delivered_at: col.nullable(col.timestamptz),
  attempts: col.int4,
}

const MAX_EVENTS = 1000

/** Events that were tried before are sent after new events, however many are resent at once. */
const dueNow = (at: Date) =>
  sql`arrived_at = coalesce(event.arrived_at, event.delivered_at), delivered_at = null, next_attempt_at = ${at},
      is_resend = event.is_resend or event.attempts > 0 or event.is_skipped, is_skipped = false`

/** Makes an event due now, even if it has arrived before. Refused while the webhook is stopped. A null partner finds any. */
export async function makeDue(db: Queryable, eventId: string, at: Date, partnerId: string | null) {
  const [found] = await query(db, { is_stopped: col.bool })`
    select partner.webhook_url is null or partner.webhook_disabled_at is not null as is_stopped
    from outbox_event as event join partner on partner.id = event.partner_id
    where event.id = ${eventId} and (${partnerId}::uuid is null or partner.id = ${partnerId}::uuid)`
  if (!found) throw refusal('not_found')
  if (found.is_stopped) throw refusal('webhook_stopped')
  return await queryOne(db, dueEventColumns)`
    with before as (select id, delivered_at from outbox_event where id = ${eventId} for update)
    update outbox_event as event set ${dueNow(at)} from before
    where event.id = before.id
    returning event.topic::text, before.delivered_at, event.attempts,
      (select transaction_id from player_transaction where id = event.subject_id) as transaction_id`
}

/** Returns the IDs of the events. Failed events that are due already are left out. */
async function makeManyDue(db: Queryable, partnerId: string, { ids, failed }: EventSelection, at: Date) {
  await refuseStopped(db, partnerId)
  const wanted = ids
    ? sql`event.id = any(${`{${ids.join(',')}}`}::uuid[])`
    : sql`event.created_at >= ${failed?.from ?? at} and event.created_at < ${failed?.to ?? at}
          and event.next_attempt_at > ${at} and ${hasFailed}`
  const due = await query(db, { id: col.uuid })`
    with chosen as (
      select id from outbox_event as event where event.partner_id = ${partnerId} and ${wanted}
      order by event.number limit ${MAX_EVENTS} for update)
    update outbox_event as event set ${dueNow(at)} from chosen where event.id = chosen.id returning event.id`
  return due.map(({ id }) => id)
}

async function refuseStopped(db: Queryable, partnerId: string): Promise<void> {
  const { is_stopped } = await queryOne(db, { is_stopped: col.bool })`
    select webhook_url is null or webhook_disabled_at is not null as is_stopped
    from partner where id = ${partnerId}`
  if (is_stopped) throw refusal('webhook_stopped')
}

export async function redeliverEvent(db: Database, clock: Clock, partnerId: string, id: string) {
  await makeDue(db, id, clock.now(), partnerId)
  const { list } = await listEvents(db, clock, partnerId, { event_id: id, limit: 1 })
  const [event] = list
  if (!event) throw refusal('not_found')
  return { event }
}

/** Either the listed events, with an outcome for each, or the failed ones of a time span. */
export async function redeliverEvents(
  db: Database,
  clock: Clock,
  partnerId: string,
  { event_ids, failed_from, failed_to }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const now = clock.now()
  if (event_ids) {
    if (failed_from !== undefined || failed_to !== undefined) throw invalidFields({ event_ids: [{ code: 'invalid' }] })
    const due = new Set(await makeManyDue(db, partnerId, { ids: event_ids }, now))
    return { list: [...new Set(event_ids)].map((id) => ({ id, outcome: due.has(id) ? 'due' : 'not_found' })) }
  }
  if (failed_from === undefined) throw invalidFields({ event_ids: [{ code: 'required' }] })
  const failed = { from: new Date(failed_from * 1000), to: failed_to === undefined ? now : new Date(failed_to * 1000) }
  const due = await makeManyDue(db, partnerId, { failed }, now)
  return { list: due.map((id) => ({ id, outcome: 'due' })) }
}

/** Undelivered events are due now instead of at their next attempt: the reason for the wait is gone. */
export async function makeWaitingDue(tx: Tx, partnerId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update outbox_event set next_attempt_at = ${at}
    where partner_id = ${partnerId} and delivered_at is null and next_attempt_at > ${at}`)
}
