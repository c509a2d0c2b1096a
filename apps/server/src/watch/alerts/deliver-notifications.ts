import { alertKinds } from '@cashbox/contract/operator'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import {
  type Busy,
  type Delivery,
  deliverOne,
  isUnclaimed,
  retryDelayS,
  runDeliveries,
} from '../../platform/delivery/run-deliveries.ts'
import type { JobServices } from '../../platform/services.ts'
import type { SentAlert } from './render-alert.ts'
import {
  type AlertServices,
  type DueNotification,
  dueColumns,
  type SendResult,
  sendNotification,
} from './send-notification.ts'

/** Longer than an attempt can take: after that, the worker is considered dead. */
const LOCK_MS = 120_000
const AT_ONCE = 100
const TIMEOUT_MS = 100_000
const MINUTE = 60
const BACKOFF = { delaysS: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] }
/** An alert that is still open then is planned again. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

/** Claims the oldest notification of each idle destination, in order. Test messages go first, also to a stopped one. */
export const takeDue = (
  { db, clock }: Pick<JobServices, 'db' | 'clock'>,
  { room, receivers }: Busy = { room: AT_ONCE, receivers: new Map() },
) => {
  const now = clock.now()
  const busy = JSON.stringify([...receivers.keys()])
  return query(db, dueColumns)`
    with free as materialized (
      select id, kind, target, secret, language, stopped_at is null and disabled_at is null as is_on
      from alert_destination
      where activated_at is not null and removed_at is null and not jsonb_exists(${busy}::jsonb, id::text)
        and exists (
          select 1 from alert_notification
          where destination_id = alert_destination.id and sent_at is null and failed_at is null)
      limit ${room} for no key update skip locked)
    update alert_notification as taken
    set attempts = taken.attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
    from free as destination
    cross join lateral (
      select id from alert_notification
      where destination_id = destination.id and sent_at is null and failed_at is null
        and (episode_id is null or destination.is_on)
      order by episode_id is null desc, id limit 1) as first
    -- Conditions on the row itself are checked again when another worker has just taken it.
    where taken.id = first.id and taken.sent_at is null and taken.failed_at is null and taken.next_attempt_at <= ${now}
      and ${isUnclaimed(sql`taken.locked_until`, now, LOCK_MS)}
    returning taken.id, taken.destination_id, taken.episode_id, taken.is_resolved, taken.created_at, taken.attempts,
              destination.kind, destination.target, destination.secret, destination.language`
}

const alertDelivery = (services: AlertServices): Delivery<DueNotification, SendResult> => ({
  what: 'alerts',
  log: services.log,
  atOnce: AT_ONCE,
  timeoutMs: TIMEOUT_MS,
  claim: (busy) => takeDue(services, busy),
  receiverOf: ({ destination_id }) => destination_id,
  async send(notification) {
    const { episode_id, is_resolved } = notification
    const alert = episode_id === null ? null : await readAlert(services.db, episode_id, is_resolved)
    // An alert of a kind that this version does not know is not sent.
    if (episode_id !== null && alert === null) return { outcome: 'sent' }
    return sendNotification(services, notification, alert)
  },
  record: (notification, attempt) =>
    recordResult(
      services,
      notification,
      'result' in attempt ? attempt.result : { outcome: 'failed', error: attempt.error.message, waitS: 0 },
    ),
})

/** Any number of processes may deliver. */
export const startAlertDelivery = (services: AlertServices) => runDeliveries(alertDelivery(services))

export const deliver = (services: AlertServices, notification: DueNotification) =>
  deliverOne(alertDelivery(services), notification)

async function readAlert(db: Queryable, episodeId: string, isResolved: boolean): Promise<SentAlert | null> {
  const [row] = await query(db, {
    alert_id: col.text,
    kind: col.text,
    severity: col.oneOf('critical', 'warning'),
    subject_kind: col.text,
    subject_id: col.text,
    since: col.timestamptz,
    ended_at: col.nullable(col.timestamptz),
  })`
    select alert_id, kind, severity, subject_kind, subject_id, coalesce(since, found_at) as since, ended_at
    from alert_episode where id = ${episodeId}`
  const kind = alertKinds.find((one) => one === row?.kind)
  if (!row || !kind) return null
  const subject = { kind: row.subject_kind, id: row.subject_id }
  const endedAt = isResolved ? row.ended_at : null
  return { alertId: row.alert_id, kind, severity: row.severity, subject, since: row.since, endedAt }
}

/** Records nothing if another worker has claimed the notification since: a worker considered dead may come back. */
async function recordResult(
  { db, clock, log }: JobServices,
  notification: DueNotification,
  result: SendResult,
): Promise<void> {
  const { id, destination_id, episode_id, kind, attempts, created_at } = notification
  const now = clock.now()
  const isTest = episode_id === null
  const isOwn = sql`id = ${id} and attempts = ${attempts} and sent_at is null and failed_at is null`
  const facts = { destinationId: destination_id, kind, attempts }
  const isRefused = result.outcome === 'refused'
  const isOver = isRefused || isTest || now.getTime() - created_at.getTime() >= GIVE_UP_AFTER_MS
  const isRecorded = await db.transaction(async (tx) => {
    // The same lock order as when a worker claims notifications.
    await tx.execute(sql`select 1 from alert_destination where id = ${destination_id} for no key update`)
    if (result.outcome === 'sent') {
      const own = await tx.execute(
        sql`update alert_notification set locked_until = null, sent_at = ${now} where ${isOwn}`,
      )
      if (own === 0) return false
      await tx.execute(sql`
        update alert_destination
        set last_sent_at = ${now}, failing_since = null, failures = 0, last_error = null, stopped_at = null
        where id = ${destination_id}`)
      return true
    }
    const askedS = result.outcome === 'failed' ? result.waitS : 0
    const delayS = retryDelayS(BACKOFF, attempts, askedS)
    const error = result.error.slice(0, 300)
    const own = await tx.execute(sql`
      update alert_notification set locked_until = null, last_error = ${error}, failed_at = ${isTest ? now : null},
        next_attempt_at = ${new Date(now.getTime() + delayS * 1000)}
      where ${isOwn}`)
    if (own === 0 || isTest) return own > 0
    await tx.execute(sql`
      update alert_destination
      set failing_since = coalesce(failing_since, ${now}), failures = failures + 1, last_error = ${error},
          stopped_at = case when ${isRefused} then ${now}::timestamptz else stopped_at end
      where id = ${destination_id}`)
    // Planned again while the alert is open.
    if (isOver) {
      await tx.execute(sql`
        delete from alert_notification
        where destination_id = ${destination_id} and episode_id = ${episode_id} and sent_at is null`)
    }
    return true
  })
  if (!isRecorded) return
  if (result.outcome === 'sent') log.info(facts, 'alerts sent')
  else log.warn({ ...facts, problem: result.error, isGivenUp: isOver }, 'could not send alerts')
}
