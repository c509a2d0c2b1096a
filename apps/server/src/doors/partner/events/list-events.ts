import { WebhookEvent, webhookTopics } from '@cashbox/contract/partner'
import { toSeconds } from '../../../platform/clock.ts'
import { int8, json, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

const columns = {
  id: uuid,
  number: int8,
  topic: oneOf(...webhookTopics),
  transaction_id: text,
  created_at: timestamptz,
  delivered_at: nullable(timestamptz),
  next_attempt_at: timestamptz,
  attempts: json(WebhookEvent.shape.attempts),
}
type Row = RowOf<typeof columns>

const SHOWN_ATTEMPTS = 20

interface EventFilter {
  readonly id?: string | undefined
  readonly transaction_id?: string | undefined
  readonly state?: 'pending' | 'delivered' | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The events sent to a partner, newest first, with the latest attempts of each. */
export async function listEvents(db: Queryable, playerServiceId: string, filter: EventFilter) {
  const { id, transaction_id, state, limit, cursor } = filter
  const isDelivered = state === undefined ? null : state === 'delivered'
  const rows = await db.query(
    sql`
      select event.id, event.number, event.topic, event.payload ->> 'transaction_id' as transaction_id, event.created_at,
             event.delivered_at, event.next_attempt_at, tries.attempts
      from outbox_event as event
      left join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'at', epoch_seconds(started_at), 'duration_ms', duration_ms, 'status', status,
                 'error', error, 'answer', answer) order by number desc), '[]') as attempts
        from (
          select number, started_at, duration_ms, status, error, answer from webhook_attempt
          where event_id = event.id order by number desc limit ${SHOWN_ATTEMPTS}) as latest
      ) as tries on true
      where event.player_service_id = ${playerServiceId}
        and (${id ?? null}::uuid is null or event.id = ${id ?? null})
        and (${cursor ?? null}::bigint is null or event.number < ${cursor ?? null}::bigint)
        and (${isDelivered}::boolean is null or (event.delivered_at is not null) = ${isDelivered})
        and (${transaction_id ?? null}::text is null or event.subject_id = (
          select id from player_transaction
          where transaction_id = ${transaction_id ?? null} and player_service_id = ${playerServiceId}))
      order by event.number desc limit ${limit + 1}`,
    columns,
  )
  const list = rows.slice(0, limit)
  return {
    list: list.map(toEvent),
    next_cursor: rows.length > limit ? (list.at(-1)?.number.toString() ?? null) : null,
  }
}

const toEvent = (row: Row): WebhookEvent => ({
  id: row.id,
  type: row.topic,
  transaction_id: row.transaction_id,
  created_at: toSeconds(row.created_at),
  delivered_at: row.delivered_at && toSeconds(row.delivered_at),
  next_attempt_at: row.delivered_at ? null : toSeconds(row.next_attempt_at),
  attempts: row.attempts,
})
