import { type Database, retrying, sql } from '@cashbox/postgres/database'
import { ensureSigningKey } from '../../access/signing-key.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type Delivery, deliverOne, retryDelayS, runDeliveries } from '../../platform/delivery/run-deliveries.ts'
import type { Outcome } from '../../platform/http/post-outside.ts'
import { createTally } from '../../platform/jobs/tally.ts'
import type { JobServices } from '../../platform/services.ts'
import { sendWebhook, webhookBody } from './send-webhook.ts'
import { type DueEvent, MAX_CONCURRENT, takeDue } from './take-due.ts'

interface Arrival {
  readonly partnerId: string
  readonly at: Date
  readonly delayMs: number
}

interface HourlyDelay {
  readonly partner_id: string
  readonly hour: string
  readonly delivered: number
  readonly delay_ms: number
  readonly slowest_ms: number
}

interface Attempt {
  readonly outcome: Outcome
  readonly startedAt: Date
  readonly durationMs: number
}

type OnRecorded = (event: DueEvent, arrival: Arrival | null) => void

const MAX_RETRY_AFTER_S = 24 * 60 * 60
/** Longer than a request may take, and shorter than the lock of an event. */
const TIMEOUT_MS = 50_000

/** Fewer consecutive failures are the fault of an event rather than of its receiver. */
const OUTAGE_FAILURES = 3

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Between attempts at one event. After the last delay it is tried daily, without an end. */
export const BACKOFF = {
  delaysS: [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  jitter: 0.1,
}

const MAX_PAUSE_S = 10 * MINUTE

/** Any number of processes may deliver. */
export function startDelivery(services: JobServices) {
  const { log } = services
  const delays = createDelayCount(services.db, (error) => log.warn({ err: error }, 'could not count webhook delays'))
  const isReady = services.db.transaction((tx) => ensureSigningKey(tx, services.keyring))
  isReady.catch((error: unknown) => log.error({ err: error }, 'could not make the key of the network'))
  const delivery = runDeliveries(
    eventDelivery(services, (event, arrival) => {
      const { id: eventId, topic, partner_id: partnerId, attempts } = event
      const facts = { eventId, topic, partnerId, attempts }
      if (!arrival) return log.warn(facts, 'webhook not delivered')
      log.info({ ...facts, delayMs: arrival.delayMs }, 'webhook delivered')
      // An event that is sent again after days was not slow.
      if (!event.is_resend) delays.note(arrival)
    }),
  )
  return {
    async stop() {
      await delivery.stop()
      await isReady.catch(() => {})
      await delays.close()
    },
  }
}

export async function deliverDue(services: JobServices): Promise<number> {
  const events = await takeDue(services)
  await Promise.all(events.map((event) => deliver(services, event)))
  return events.length
}

export async function deliver(services: JobServices, event: DueEvent): Promise<Arrival | null> {
  let arrived: Arrival | null = null
  const delivery = eventDelivery(services, (_event, arrival) => {
    arrived = arrival
  })
  await deliverOne(delivery, event)
  return arrived
}

const eventDelivery = (services: JobServices, onRecorded: OnRecorded): Delivery<DueEvent, Attempt> => ({
  what: 'webhooks',
  log: services.log,
  atOnce: MAX_CONCURRENT,
  timeoutMs: TIMEOUT_MS,
  claim: (busy) => takeDue(services, busy),
  receiverOf: ({ partner_id }) => partner_id,
  async send(event) {
    const startedAt = services.clock.now()
    const started = performance.now()
    const outcome = await sendWebhook(services, event, { id: event.id, body: webhookBody(event) }, startedAt)
    return { outcome, startedAt, durationMs: Math.round(performance.now() - started) }
  },
  async record(event, attempt) {
    const { outcome, startedAt, durationMs } =
      'result' in attempt ? attempt.result : failedAttempt(services, attempt.error)
    const arrivedAt = await recordAttempt(services, event, outcome, startedAt, durationMs)
    const delayMs = arrivedAt && Math.max(0, arrivedAt.getTime() - event.created_at.getTime())
    onRecorded(event, arrivedAt && { partnerId: event.partner_id, at: arrivedAt, delayMs: delayMs ?? 0 })
  },
})

const failedAttempt = ({ clock }: JobServices, { message }: Error): Attempt => ({
  outcome: { status: null, problem: 'not_sent', error: message },
  startedAt: clock.now(),
  durationMs: 0,
})

const isArrived = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/** Records the outcome and returns the time of arrival. Does nothing if another worker has claimed the event since. */
async function recordAttempt(
  { db, clock }: JobServices,
  event: DueEvent,
  outcome: Outcome,
  startedAt: Date,
  durationMs: number,
): Promise<Date | null> {
  const now = clock.now()
  const isDone = isArrived(outcome)
  const waitS = retryDelayS(BACKOFF, event.attempts, retryAfterS(outcome))
  const pause = Math.max(pauseS(event.webhook_failures + 1), retryAfterS(outcome))
  const [status, problem, error, answer] =
    outcome.status === null
      ? [null, outcome.problem, outcome.error.slice(0, 500), null]
      : [outcome.status, null, null, outcome.answer]
  // One statement, because it runs for each event. The attempts table has no foreign key to its event, so the attempt is
  // only inserted when the event was updated. Attempts that fail at the same time count as one failure.
  const statement = sql`
    with own as (
      update outbox_event
      set locked_until = null, delivered_at = ${isDone ? now : null},
          is_resend = is_resend and not ${isDone},
          next_attempt_at = ${isDone ? null : new Date(now.getTime() + waitS * 1000)}
      where id = ${event.id} and attempts = ${event.attempts} and delivered_at is null
      returning id),
    attempt as (
      insert into webhook_attempt (event_id, number, started_at, duration_ms, status, problem, error, answer)
      select id, ${event.attempts}::integer, ${startedAt}::timestamptz, ${durationMs}::integer, ${status}::integer,
             ${problem}::text, ${error}::text, ${answer}::text
      from own),
    failing as (
      update partner
      set webhook_failing_since = coalesce(webhook_failing_since, ${now}),
          webhook_failures = greatest(webhook_failures, ${event.webhook_failures + 1}),
          webhook_not_before = ${new Date(now.getTime() + pause * 1000)},
          webhook_disabled_at = case when ${status === 410} then ${now}::timestamptz else webhook_disabled_at end
      where id = ${event.partner_id} and not ${isDone} and exists (select 1 from own))
    select id from own`
  const isOwn = (await retrying(() => db.execute(statement))) > 0
  if (isDone && event.webhook_failures > 0) await catchUp({ db, clock }, event)
  return isDone && isOwn ? now : null
}

/** The partner answers again. After an outage, all its waiting events are due now. */
async function catchUp({ db, clock }: Pick<JobServices, 'db' | 'clock'>, event: DueEvent) {
  const now = clock.now()
  const partnerId = event.partner_id
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update partner set webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
      where id = ${partnerId}`)
    if (event.webhook_failures < OUTAGE_FAILURES) return
    await tx.execute(sql`
      update outbox_event set next_attempt_at = ${now}
      where partner_id = ${partnerId} and delivered_at is null and next_attempt_at > ${now}`)
  })
}

function retryAfterS(outcome: Outcome): number {
  if (outcome.status === null) return 0
  return Math.min(outcome.retryAfterS ?? 0, MAX_RETRY_AFTER_S)
}

export const pauseS = (failures: number): number => Math.min(2 ** (failures - 1), MAX_PAUSE_S)

/** Delays by partner and hour, for the charts of the console. */
function createDelayCount(db: Database, onError: (error: unknown) => void) {
  const tally = createTally<HourlyDelay>({
    keyOf: ({ partner_id, hour }) => `${partner_id} ${hour}`,
    merge: (one, other) => ({
      ...one,
      delivered: one.delivered + other.delivered,
      delay_ms: one.delay_ms + other.delay_ms,
      slowest_ms: Math.max(one.slowest_ms, other.slowest_ms),
    }),
    write: (items) => writeDelays(db, items),
    onError,
  })
  return {
    note({ partnerId, at, delayMs }: Arrival) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString()
      tally.add({ partner_id: partnerId, hour, delivered: 1, delay_ms: delayMs, slowest_ms: delayMs })
    },
    close: tally.close,
  }
}

/** Ordered by key, so that two processes can't deadlock. */
const writeDelays = (db: Database, items: readonly HourlyDelay[]) =>
  db.execute(sql`
    insert into webhook_hour as kept (partner_id, hour, delivered, delay_ms, slowest_ms)
    select partner_id, hour, delivered, delay_ms, slowest_ms
    from jsonb_populate_recordset(null::webhook_hour, ${JSON.stringify(items)}::jsonb)
    order by 1, 2
    on conflict (partner_id, hour) do update set
      delivered = kept.delivered + excluded.delivered, delay_ms = kept.delay_ms + excluded.delay_ms,
      slowest_ms = greatest(kept.slowest_ms, excluded.slowest_ms)`)
