import { type SendServices, sendWebhook } from '../../domain/partners/send-webhook.ts'
import { webhookBody } from '../../domain/partners/webhook-request.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, retrying } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Outcome } from '../../platform/http/post-outside.ts'
import type { Arrival } from './count-delays.ts'
import { delayS, pauseS } from './delays.ts'
import { type DueEvent, takeDue } from './take-due.ts'

const LONGEST_WAIT_S = 24 * 60 * 60

export interface DeliveryServices extends SendServices {
  readonly db: Database
  readonly clock: Clock
}

/** Sends partners the events that are due, and answers how many attempts that took. */
export async function deliverDue(services: DeliveryServices): Promise<number> {
  const events = await takeDue(services)
  await Promise.all(events.map((event) => deliver(services, event)))
  return events.length
}

/** One try. Answers how long the event took, once it has arrived. */
export async function deliver(services: DeliveryServices, event: DueEvent): Promise<Arrival | null> {
  const startedAt = services.clock.now()
  const started = performance.now()
  const outcome = await sendWebhook(services, event, { id: event.id, body: webhookBody(event) }, startedAt)
  const durationMs = Math.round(performance.now() - started)
  const arrivedAt = await note(services, event, outcome, startedAt, durationMs)
  if (arrivedAt === null) return null
  const delayMs = Math.max(0, arrivedAt.getTime() - event.created_at.getTime())
  return { playerServiceId: event.player_service_id, at: arrivedAt, delayMs }
}

const arrived = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/**
 * Writes down what came of it, and answers when it arrived. Only the worker that still holds the event may: one thought
 * dead may come back.
 */
async function note(
  { db, clock }: DeliveryServices,
  event: DueEvent,
  outcome: Outcome,
  startedAt: Date,
  durationMs: number,
): Promise<Date | null> {
  const now = clock.now()
  const isDone = arrived(outcome)
  const waitS = Math.max(delayS(event.attempts), askedWaitS(outcome))
  const pause = Math.max(pauseS(event.webhook_failures + 1), askedWaitS(outcome))
  const [status, problem, error, answer] =
    outcome.status === null
      ? [null, outcome.problem, outcome.error.slice(0, 500), null]
      : [outcome.status, null, null, outcome.answer]
  // One statement, because each event costs it. An attempt is written with its event alone: the table of attempts has no
  // reference to it. Tries that fail beside each other count as one failure in a row.
  const statement = sql`
    with own as (
      update outbox_event
      set locked_until = null, delivered_at = ${isDone ? now : null},
          arrived_at = coalesce(arrived_at, ${isDone ? now : null}), is_resend = is_resend and not ${isDone},
          next_attempt_at = ${isDone ? now : new Date(now.getTime() + waitS * 1000)}
      where id = ${event.id} and attempts = ${event.attempts} and delivered_at is null
      returning id),
    attempt as (
      insert into webhook_attempt (event_id, number, started_at, duration_ms, status, problem, error, answer)
      select id, ${event.attempts}::integer, ${startedAt}::timestamptz, ${durationMs}::integer, ${status}::integer,
             ${problem}::text, ${error}::text, ${answer}::text
      from own),
    failing as (
      update player_service
      set webhook_failing_since = coalesce(webhook_failing_since, ${now}),
          webhook_failures = greatest(webhook_failures, ${event.webhook_failures + 1}),
          webhook_not_before = ${new Date(now.getTime() + pause * 1000)},
          webhook_disabled_at = case when ${status === 410} then ${now}::timestamptz else webhook_disabled_at end
      where id = ${event.player_service_id} and not ${isDone} and exists (select 1 from own))
    select id from own`
  const isOwn = (await retrying(() => db.execute(statement))) > 0
  if (isDone && event.webhook_failures > 0) await catchUp({ db, clock }, event)
  return isDone && isOwn ? now : null
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
