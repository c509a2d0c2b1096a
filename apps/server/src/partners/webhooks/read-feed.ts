import { PartnerEvent } from '@cashbox/contract/partner'
import { col, type Database, query, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { Refusal } from '../../platform/refusal.ts'

/** New events that one call adds to the feed at most. */
const EVENTS_PER_CALL = 1000

/**
 * Events become visible in another order than their numbers. A transaction gets its ID before it draws the number of an
 * event, and a reader looks for the newest number before it gets its own ID. So each event up to that number belongs to a
 * transaction with a lower ID than the reader's, the horizon. When all of those have ended, none of these events can
 * appear any more.
 */
export const newestEvent = (partnerId: string): Sql => sql`
  select coalesce(max(number), 0) as newest from outbox_event where partner_id = ${partnerId}`

/** Of a row with the `horizon` of an earlier reader. */
export const horizonFields = sql`
  pg_snapshot_xmin(pg_current_snapshot()) >= horizon as is_settled,
  -- Of another PostgreSQL, from before a restore.
  horizon > pg_current_xact_id() as is_foreign`
export const horizonColumns = { is_settled: col.bool, is_foreign: col.bool }

/** Oldest first. No event is skipped, even if the transactions that wrote them overlapped. */
export async function readFeed(db: Database, partnerId: string, { after, limit }: { after: string; limit: number }) {
  const end = await db.transaction((tx) => extendFeed(tx, partnerId))
  if (BigInt(after) > end) throw new Refusal({ code: 'cursor_unknown' }, { after: [{ code: 'cursor_unknown' }] })
  const rows = await query(db, {
    cursor: col.int8,
    id: col.uuid,
    topic: col.text,
    created_at: col.timestamptz,
    payload: col.json(z.unknown()),
  })`
    select feed.cursor, event.id, event.topic::text, event.created_at, event_payload(event) as payload
    from event_feed as feed join outbox_event as event on event.id = feed.event_id
    where feed.partner_id = ${partnerId} and feed.cursor > ${after}::bigint
    order by feed.cursor limit ${limit}`
  const list = rows.map(({ id, topic, created_at, payload }) => ({
    id,
    event: PartnerEvent.parse({ type: topic, timestamp: created_at.toISOString(), data: payload }),
  }))
  return { list, next_cursor: rows.at(-1)?.cursor.toString() ?? after }
}

/** Gives new events their cursors, one reader at a time, and returns the last one. */
async function extendFeed(tx: Tx, partnerId: string): Promise<bigint> {
  const { newest, known } = await queryOne(tx, { newest: col.int8, known: col.nullable(col.int8) })`
    select newest, cursor as known
    from (${newestEvent(partnerId)}) as event
    left join event_feed_end on partner_id = ${partnerId} and complete_up_to >= newest`
  if (known !== null) return known
  await tx.execute(sql`
    insert into event_feed_end (partner_id) values (${partnerId}) on conflict do nothing`)
  const end = await queryOne(tx, { cursor: col.int8, complete_up_to: col.int8, ...horizonColumns })`
    select cursor, complete_up_to, ${horizonFields}
    from event_feed_end where partner_id = ${partnerId} for update`
  const added = await query(tx, { cursor: col.int8 })`
    insert into event_feed (partner_id, cursor, event_id)
    select ${partnerId}, ${end.cursor}::bigint + row_number() over (order by number), id
    from (
      select id, number from outbox_event as event
      where partner_id = ${partnerId} and number > ${end.complete_up_to}::bigint
        and not exists (select 1 from event_feed where event_id = event.id)
      order by number limit ${EVENTS_PER_CALL}) as missing
    returning cursor`
  const cursor = end.cursor + BigInt(added.length)
  const isComplete = end.is_settled && added.length < EVENTS_PER_CALL
  const isNewHorizon = isComplete || end.is_foreign
  if (added.length === 0 && !isNewHorizon) return cursor
  await tx.execute(sql`
    update event_feed_end
    set cursor = ${cursor}::bigint,
        complete_up_to = case when ${isComplete} then greatest(complete_up_to, next_complete) else complete_up_to end,
        next_complete = case when ${isNewHorizon} then ${newest}::bigint else next_complete end,
        horizon = case when ${isNewHorizon} then pg_current_xact_id() else horizon end
    where partner_id = ${partnerId}`)
  return cursor
}
