import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { redeliverEvents as call } from '@cashbox/contract/partner'
import type { Clock } from '../../platform/clock.ts'
import {
  bool,
  type Database,
  int4,
  nullable,
  only,
  type Queryable,
  type RowOf,
  sql,
  type Tx,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/database.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import { hasFailed, listEvents } from './events.ts'

type DueEvent = RowOf<typeof dueEventColumns>

interface ManyEvents {
  readonly ids?: readonly string[]
  /** Events that failed, by the time they were created. */
  readonly failed?: { readonly from: Date; readonly to: Date }
}

const dueEventColumns = {
  topic: text,
  transaction_id: text,
  /** When it had arrived before; null when it never has. */
  delivered_at: nullable(timestamptz),
  /** How often it had been sent. */
  attempts: int4,
}

/** The most events that one call makes due. */
const AT_ONCE = 1000

/** What was tried before takes its turn behind new events, however many are sent again at once. */
const dueNow = (at: Date) =>
  sql`delivered_at = null, next_attempt_at = ${at}, is_resend = event.is_resend or event.attempts > 0`

/**
 * Makes an event due now, whether or not it has arrived before. A partner does not find another's; null finds any. Refused
 * while nothing is sent to the partner, because the event would only seem to be on its way.
 */
export async function makeDue(
  db: Queryable,
  eventId: string,
  at: Date,
  playerServiceId: string | null,
): Promise<DueEvent> {
  const [found] = await db.query(
    sql`
      select service.webhook_url is null or service.webhook_disabled_at is not null as is_stopped
      from outbox_event as event join player_service as service on service.id = event.player_service_id
      where event.id = ${eventId} and (${playerServiceId}::uuid is null or service.id = ${playerServiceId}::uuid)`,
    { is_stopped: bool },
  )
  if (!found) throw refusal('not_found')
  if (found.is_stopped) throw refusal('webhook_stopped')
  const event = only(
    await db.query(
      sql`
      with before as (select id, delivered_at from outbox_event where id = ${eventId} for update)
      update outbox_event as event set ${dueNow(at)} from before
      where event.id = before.id
      returning event.topic, event.payload ->> 'transaction_id' as transaction_id, before.delivered_at, event.attempts`,
      dueEventColumns,
    ),
  )
  return event
}

/** Makes events of a partner due now, and answers which. Failed ones that are due already are left out. */
async function makeManyDue(
  db: Queryable,
  playerServiceId: string,
  { ids, failed }: ManyEvents,
  at: Date,
): Promise<readonly string[]> {
  await refuseStopped(db, playerServiceId)
  const wanted = ids
    ? sql`event.id = any(${`{${ids.join(',')}}`}::uuid[])`
    : sql`event.created_at >= ${failed?.from ?? at} and event.created_at < ${failed?.to ?? at}
          and event.next_attempt_at > ${at} and ${hasFailed}`
  const due = await db.query(
    sql`
      with chosen as (
        select id from outbox_event as event where event.player_service_id = ${playerServiceId} and ${wanted}
        order by event.number limit ${AT_ONCE} for update)
      update outbox_event as event set ${dueNow(at)} from chosen where event.id = chosen.id returning event.id`,
    { id: uuid },
  )
  return due.map(({ id }) => id)
}

async function refuseStopped(db: Queryable, playerServiceId: string): Promise<void> {
  const { is_stopped } = only(
    await db.query(
      sql`
        select webhook_url is null or webhook_disabled_at is not null as is_stopped
        from player_service where id = ${playerServiceId}`,
      { is_stopped: bool },
    ),
  )
  if (is_stopped) throw refusal('webhook_stopped')
}

/** Makes an event due now, whether or not it has arrived before. */
export async function redeliverEvent(db: Database, clock: Clock, playerServiceId: string, id: string) {
  await makeDue(db, id, clock.now(), playerServiceId)
  const { list } = await listEvents(db, clock, playerServiceId, { event_id: id, limit: 1 })
  const [event] = list
  if (!event) throw refusal('not_found')
  return { event }
}

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

/** What has not arrived is due at once, however late its next try was to be: the reason for the wait is gone. */
export async function stopWaiting(tx: Tx, playerServiceId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update outbox_event set next_attempt_at = ${at}
    where player_service_id = ${playerServiceId} and delivered_at is null and next_attempt_at > ${at}`)
}
