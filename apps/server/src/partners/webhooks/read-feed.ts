import { type FeedEvent, TransactionEvent } from '@cashbox/contract/partner'
import * as z from 'zod/mini'
import {
  bool,
  type Database,
  int8,
  json,
  only,
  sql,
  type Tx,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'

/** New events that one call adds to the feed at most. */
const EVENTS_PER_CALL = 1000

/** Oldest first. No event is skipped, even if the transactions that wrote them overlapped. */
export async function readFeed(
  db: Database,
  playerServiceId: string,
  { after, limit }: { after: string; limit: number },
) {
  const end = await db.transaction((tx) => extendFeed(tx, playerServiceId))
  if (BigInt(after) > end) throw refusal('cursor_unknown')
  const rows = await db.query(
    sql`
      select feed.position, event.id, event.topic, event.created_at, event.payload
      from event_feed as feed join outbox_event as event on event.id = feed.event_id
      where feed.player_service_id = ${playerServiceId} and feed.position > ${after}::bigint
      order by feed.position limit ${limit}`,
    { position: int8, id: uuid, topic: text, created_at: timestamptz, payload: json(z.unknown()) },
  )
  const list = rows.map(
    ({ id, topic, created_at, payload }): FeedEvent => ({
      id,
      event: TransactionEvent.parse({ type: topic, timestamp: created_at.toISOString(), data: payload }),
    }),
  )
  return { list, next_cursor: rows.at(-1)?.position.toString() ?? after }
}

/**
 * Assigns positions to new events, one reader at a time, and returns the last position. A writer takes a lock before it
 * draws an event's number, so its transaction is older than the horizon that a later reader sees.
 */
async function extendFeed(tx: Tx, playerServiceId: string): Promise<bigint> {
  await tx.execute(sql`
    insert into event_feed_end (player_service_id) values (${playerServiceId}) on conflict do nothing`)
  const end = only(
    await tx.query(
      sql`
        select position, complete_up_to, next_complete, pg_snapshot_xmin(pg_current_snapshot()) >= horizon as is_settled
        from event_feed_end where player_service_id = ${playerServiceId} for update`,
      { position: int8, complete_up_to: int8, next_complete: int8, is_settled: bool },
    ),
  )
  const added = await tx.query(
    sql`
      insert into event_feed (player_service_id, position, event_id)
      select ${playerServiceId}, ${end.position}::bigint + row_number() over (order by number), id
      from (
        select id, number from outbox_event as event
        where player_service_id = ${playerServiceId} and number > ${end.complete_up_to}::bigint
          and not exists (select 1 from event_feed where event_id = event.id)
        order by number limit ${EVENTS_PER_CALL}) as missing
      returning position`,
    { position: int8 },
  )
  const position = end.position + BigInt(added.length)
  const isComplete = end.is_settled && added.length < EVENTS_PER_CALL
  if (added.length === 0 && !isComplete) return position
  await tx.execute(sql`
    update event_feed_end
    set position = ${position}::bigint,
        complete_up_to = case when ${isComplete} then next_complete else complete_up_to end,
        next_complete = case when ${isComplete} then (
          select coalesce(max(number), 0) from outbox_event where player_service_id = ${playerServiceId}
        ) else next_complete end,
        horizon = case when ${isComplete} then pg_snapshot_xmax(pg_current_snapshot()) else horizon end
    where player_service_id = ${playerServiceId}`)
  return position
}
