import type { ParsedInputOf } from '@cashbox/contract'
import type { listPartnerEvents as call, LoggedEvent } from '@cashbox/contract/operator'
import {
  type AttemptProblem,
  type EventState,
  type listEvents as listEventsCall,
  WebhookEvent,
  type WebhookState,
  webhookTopics,
} from '@cashbox/contract/partner'
import { col, type Queryable, query, queryOne, type RowOf, type Sql, sql, toPage } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { webhookBody, webhookHeaders } from './send-webhook.ts'

type EventRow = RowOf<typeof columns>

type EventFilter = ParsedInputOf<typeof listEventsCall>

interface Webhook {
  readonly state: WebhookState['state']
  readonly failing_since: Date | null
  /** While it fails: the one event that is attempted next. */
  readonly next: { readonly id: string; readonly at: Date } | null
}

interface AttemptResult {
  readonly status: number | null
  readonly problem: AttemptProblem | null
}

const columns = {
  id: col.uuid,
  number: col.int8,
  topic: col.oneOf(...webhookTopics),
  payload: col.json(z.unknown()),
  transaction_id: col.nullable(col.text),
  reference: col.nullable(col.text),
  created_at: col.timestamptz,
  delivered_at: col.nullable(col.timestamptz),
  next_attempt_at: col.nullable(col.timestamptz),
  is_skipped: col.bool,
  attempt_count: col.int4,
  /** Waits for an earlier event of its transaction. */
  is_behind: col.bool,
  attempts: col.json(WebhookEvent.shape.attempts),
}

const SHOWN_ATTEMPTS = 20

/** The events of a transaction or, for those about its position and statements, of a partner. As the indexes find them. */
export const isOf = (event: Sql, subject: Sql): Sql =>
  sql`(${event}.id = ${subject} or ${event}.subject_id = ${subject} and ${event}.id <> ${event}.subject_id)`

/**
 * Waits for an earlier event of its subject. One that has arrived once blocks no other. PostgreSQL might turn "not exists" into a
 * join over all waiting events.
 */
export const isBehind = sql`(
  select true from outbox_event as earlier
  where ${isOf(sql`earlier`, sql`event.subject_id`)} and earlier.number < event.number
    and coalesce(earlier.arrived_at, earlier.delivered_at) is null
  limit 1) is not null`

/** The last attempt failed, and there will be another. */
export const hasFailed = sql`event.delivered_at is null and exists (
  select 1 from (
    select status from webhook_attempt where event_id = event.id order by number desc limit 1) as last
  where status is null or status not between 200 and 299)`

const inState: Readonly<Record<EventState, Sql>> = {
  pending: sql`event.delivered_at is null`,
  failed: hasFailed,
  delivered: sql`event.delivered_at is not null and not event.is_skipped`,
  skipped: sql`event.is_skipped`,
}

/** The latest attempts to deliver `event`, newest first. */
export const attemptsOf = (limit: number): Sql => sql`
  select coalesce(jsonb_agg(jsonb_build_object(
           'number', number, 'at', epoch_seconds(started_at), 'duration_ms', duration_ms, 'status', status,
           'problem', problem, 'error', error, 'answer', answer) order by number desc), '[]') as attempts
  from (select * from webhook_attempt where event_id = event.id order by number desc limit ${limit}) as latest`

/** Newest first, with the latest attempts of each event. */
export async function listEvents(db: Queryable, clock: Clock, partnerId: string, filter: EventFilter) {
  const { event_id, transaction_id, reference, type, state, created_from, created_to, limit, cursor } = filter
  const rows = await query(db, columns)`
    select event.id, event.number, event.topic::text, event_payload(event) as payload, tx.transaction_id, tx.reference, event.created_at, event.delivered_at, event.next_attempt_at,
           event.is_skipped, event.attempts as attempt_count, tries.attempts,
           ${isBehind} as is_behind
    from outbox_event as event
    cross join lateral (${attemptsOf(SHOWN_ATTEMPTS)}) as tries
    left join lateral (
      select transaction_id, reference from player_transaction where id = event.subject_id limit 1) as tx on true
    where event.partner_id = ${partnerId}
      and (${event_id ?? null}::uuid is null or event.id = ${event_id ?? null})
      and (${cursor ?? null}::bigint is null or event.number < ${cursor ?? null}::bigint)
      and ${ofTopic(type)}
      and event.created_at >= ${atSecond(created_from ?? 0)}
      and (${created_to ?? null}::bigint is null or event.created_at < ${atSecond((created_to ?? 0) + 1)})
      and ${state ? inState[state] : sql`true`}
      and ${ofTransaction(partnerId, transaction_id, reference)}
    order by event.number desc limit ${limit + 1}`
  const { list, next_cursor } = toPage(rows, limit, ({ number }) => String(number))
  const webhook = await readWebhook(db, clock, partnerId)
  return {
    webhook: { state: webhook.state, failing_since: secondsOrNull(webhook.failing_since) },
    list: list.map((row) => toEvent(row, webhook)),
    next_cursor,
  }
}

export async function listPartnerEvents({ db, clock }: Services, input: ParsedInputOf<typeof call>) {
  const { code, ...filter } = input
  const [partner] = await query(db, { id: col.uuid })`select id from partner where code = ${code}`
  if (!partner) throw refusal('not_found')
  const { list, next_cursor } = await listEvents(db, clock, partner.id, filter)
  return { list, next_cursor }
}

/** Names what the index by topic leaves out, because PostgreSQL can't tell it from a parameter. */
const ofTopic = (topic: EventFilter['type']): Sql => {
  if (topic === undefined) return sql`true`
  if (topic === 'transaction.confirmed') return sql`event.topic = 'transaction.confirmed'`
  return sql`event.topic = ${topic}::event_topic and event.topic <> 'transaction.confirmed'`
}

const atSecond = (seconds: number) => new Date(seconds * 1000)

function ofTransaction(partnerId: string, id: string | undefined, reference: string | undefined): Sql {
  if (id === undefined && reference === undefined) return sql`true`
  return sql`event.id = any (array(
    select other.id
    from (
      select id from player_transaction
      where partner_id = ${partnerId} and (${id ?? null}::text is null or transaction_id = ${id ?? null})
        and ${reference === undefined ? sql`true` : hasReference(partnerId, reference)}) as tx
    join outbox_event as other on ${isOf(sql`other`, sql`tx.id`)}))`
}

/** Written as the constraint `player_transaction_reference` is, which finds it. */
export const hasReference = (partnerId: string, reference: string): Sql =>
  sql`partner_id::text || ' ' || reference = ${`${partnerId} ${reference}`}`

/** What a partner chose, each once and in one order; null for all. */
export const topicsOf = (chosen: readonly string[] | null) =>
  chosen && webhookTopics.filter((topic) => chosen.includes(topic))

export async function readWebhook(db: Queryable, clock: Clock, partnerId: string): Promise<Webhook> {
  const { url, disabled_at, failing_since, not_before } = await queryOne(db, {
    url: col.nullable(col.text),
    disabled_at: col.nullable(col.timestamptz),
    failing_since: col.nullable(col.timestamptz),
    not_before: col.nullable(col.timestamptz),
  })`
    select webhook_url as url, webhook_disabled_at as disabled_at, webhook_failing_since as failing_since,
           webhook_not_before as not_before
    from partner where id = ${partnerId}`
  if (url === null) return { state: 'unset', failing_since: null, next: null }
  if (disabled_at) return { state: 'stopped', failing_since, next: null }
  if (!failing_since) return { state: 'working', failing_since: null, next: null }
  const now = clock.now()
  const waiting = (more: Sql) => sql`
    select id from outbox_event as event
    where partner_id = ${partnerId} and delivered_at is null and ${more} and not ${isBehind}
    order by is_resend, next_attempt_at, number limit 1`
  // One that is under way, or else the first that is due: each by an index, for many may wait.
  const { id } = await queryOne(db, { id: col.nullable(col.uuid) })`
    select coalesce((${waiting(sql`locked_until > ${now}`)}), (${waiting(sql`true`)})) as id`
  return { state: 'failing', failing_since, next: id === null ? null : { id, at: not_before ?? now } }
}

function nextAttempt(row: EventRow, { state, next }: Webhook): Date | null {
  if (row.delivered_at || row.is_behind) return null
  if (state === 'working') return row.next_attempt_at
  return next?.id === row.id ? next.at : null
}

const secondsOrNull = (time: Date | null) => time && toSeconds(time)

export const withProblems = <Attempt extends AttemptResult>(attempts: readonly Attempt[]) =>
  attempts.map((attempt) => ({ ...attempt, problem: problemOf(attempt) }))

const toEvent = (row: EventRow, webhook: Webhook): LoggedEvent => ({
  ...row,
  version: row.attempt_count,
  type: row.topic,
  created_at: toSeconds(row.created_at),
  delivered_at: row.is_skipped ? null : secondsOrNull(row.delivered_at),
  next_attempt_at: secondsOrNull(nextAttempt(row, webhook)),
  headers: webhookHeaders(row.id),
  body: webhookBody(row),
  attempts: withProblems(row.attempts),
})

export function problemOf({ status, problem }: AttemptResult): AttemptProblem | null {
  if (status === null) return problem ?? 'not_sent'
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  if (status < 200) return 'protocol_switched'
  if (status < 400) return 'redirected'
  return status < 500 ? 'rejected' : 'server_failed'
}
