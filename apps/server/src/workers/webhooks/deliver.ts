import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { toSeconds } from '../../platform/clock.ts'
import { int4, json, nullable, type RowOf, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { sign } from '../../platform/standard-webhooks.ts'
import { delayS, pauseS } from './delays.ts'

const AT_ONCE_PER_PARTNER = 10
const TIMEOUT_MS = 20_000
/** Longer than a try can take: after that its worker is thought dead. */
const LOCK_MS = 60_000
const LONGEST_WAIT_S = 24 * 60 * 60

export interface DeliveryServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** True only in the sandbox, where partners live on this machine. */
  readonly mayBePrivate: boolean
}

const dueEventColumns = {
  id: uuid,
  topic: text,
  player_service_id: uuid,
  payload: json(z.unknown()),
  created_at: timestamptz,
  attempts: int4,
  webhook_url: text,
  webhook_secret: text,
  webhook_old_secret: nullable(text),
  webhook_failures: int4,
}
export type DueEvent = RowOf<typeof dueEventColumns>

/** How many tries are under way here, by partner. */
export type Share = ReadonlyMap<string, number>

/** Sends partners the events that are due, and answers how many attempts that took. */
export async function deliverDue(services: DeliveryServices): Promise<number> {
  const events = await takeDue(services)
  await Promise.all(events.map((event) => deliver(services, event)))
  return events.length
}

/**
 * Takes events for this worker: of each partner as many as its share has room for, so that one who answers slowly holds
 * up only itself. One of a transaction waits until those before it have arrived. With a partner who does not answer, one
 * event at a time is tried, due or not, to see whether they are back.
 * A first try, and a lock longer than any that is taken, do not wait for a clock that was wrong when they were written.
 */
export const takeDue = ({ db, clock }: DeliveryServices, underWay: Share = new Map()) => {
  const now = clock.now()
  const busy = JSON.stringify(Object.fromEntries(underWay))
  return db.query(
    sql`
      update outbox_event as taken
      set attempts = taken.attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
      from player_service as service
      cross join lateral (
        select id from outbox_event as event
        where event.player_service_id = service.id and event.delivered_at is null
          and (event.next_attempt_at <= ${now} or event.attempts = 0 or service.webhook_failing_since is not null)
          and (event.locked_until is null or event.locked_until <= ${now}
               or event.locked_until > ${new Date(now.getTime() + 2 * LOCK_MS)})
          and not exists (
            select 1 from outbox_event as earlier
            where earlier.subject_id = event.subject_id and earlier.number < event.number and earlier.delivered_at is null)
        order by event.next_attempt_at, event.number
        limit greatest(0, case when service.webhook_failing_since is null then ${AT_ONCE_PER_PARTNER}::integer else 1 end
                          - coalesce((${busy}::jsonb ->> service.id::text)::integer, 0))
        for update skip locked) as due
      where taken.id = due.id and service.webhook_url is not null and service.webhook_disabled_at is null
        and (service.webhook_not_before is null or service.webhook_not_before <= ${now})
      returning taken.id, taken.topic, taken.player_service_id, taken.payload, taken.created_at, taken.attempts,
                service.webhook_url, service.webhook_secret, service.webhook_old_secret, service.webhook_failures`,
    dueEventColumns,
  )
}

export async function deliver(services: DeliveryServices, event: DueEvent): Promise<void> {
  const startedAt = services.clock.now()
  const started = performance.now()
  const outcome = await post(services, event, startedAt)
  const durationMs = Math.round(performance.now() - started)
  await note(services, event, outcome, startedAt, durationMs)
}

function post({ keyring, mayBePrivate }: DeliveryServices, event: DueEvent, now: Date): Promise<Outcome> {
  const body = JSON.stringify({ type: event.topic, timestamp: event.created_at.toISOString(), data: event.payload })
  const signed = { id: event.id, timestamp: toSeconds(now), body }
  const secrets = [event.webhook_secret, event.webhook_old_secret].filter((sealed) => sealed !== null)
  return postOutside({
    url: event.webhook_url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cashbox-Webhooks/1',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': secrets.map((sealed) => sign(keyring.open(sealed), signed)).join(' '),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    mayBePrivate,
  })
}

const arrived = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/** Writes down what came of it. Only the worker that still holds the event may: one thought dead may come back. */
async function note(
  { db, clock }: DeliveryServices,
  event: DueEvent,
  outcome: Outcome,
  startedAt: Date,
  durationMs: number,
) {
  const now = clock.now()
  const isDone = arrived(outcome)
  const waitS = Math.max(delayS(event.attempts), askedWaitS(outcome))
  await db.transaction(async (tx) => {
    const own = await tx.execute(sql`
      update outbox_event
      set locked_until = null, delivered_at = ${isDone ? now : null},
          next_attempt_at = ${isDone ? now : new Date(now.getTime() + waitS * 1000)}
      where id = ${event.id} and attempts = ${event.attempts} and delivered_at is null`)
    if (own === 0) return
    await tx.execute(sql`
      insert into webhook_attempt (event_id, number, started_at, duration_ms, status, error, answer)
      values (${event.id}, ${event.attempts}, ${startedAt}, ${durationMs}, ${outcome.status},
        ${outcome.status === null ? outcome.error.slice(0, 500) : null}, ${outcome.status === null ? null : outcome.answer})`)
    if (isDone) return
    const pause = Math.max(pauseS(event.webhook_failures + 1), askedWaitS(outcome))
    await tx.execute(sql`
      update player_service
      set webhook_failing_since = coalesce(webhook_failing_since, ${now}), webhook_failures = webhook_failures + 1,
          webhook_not_before = ${new Date(now.getTime() + pause * 1000)},
          webhook_disabled_at = case when ${outcome.status === 410} then ${now}::timestamptz else webhook_disabled_at end
      where id = ${event.player_service_id}`)
  })
  if (isDone && event.webhook_failures > 0) await catchUp({ db, clock }, event)
}

/** Fewer failures in a row are the fault of an event rather than of its receiver. */
const OUTAGE_FAILURES = 3

/** The partner answers again: after an outage, what waits for a later try need not wait any longer. */
async function catchUp({ db, clock }: Pick<DeliveryServices, 'db' | 'clock'>, event: DueEvent) {
  const now = clock.now()
  const playerServiceId = event.player_service_id
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update player_service set webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
      where id = ${playerServiceId}`)
    if (event.webhook_failures < OUTAGE_FAILURES) return
    await tx.execute(sql`
      update outbox_event set next_attempt_at = ${now}
      where player_service_id = ${playerServiceId} and delivered_at is null and next_attempt_at > ${now}`)
  })
}

/** How long the partner's server asked to be left alone. */
function askedWaitS(outcome: Outcome): number {
  if (outcome.status === null) return 0
  return Math.min(outcome.retryAfterS ?? 0, LONGEST_WAIT_S)
}
