import { col, type Database, query, type RowOf, type Sql, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { type Busy, isUnclaimed } from '../../platform/delivery/run-deliveries.ts'
import { isBehind } from './events.ts'
import { receiverColumns, receiverFields } from './send-webhook.ts'

/** Concurrent requests of one worker. Each partner can have a few more. */
export const MAX_CONCURRENT = 500
const MAX_PER_PARTNER = 10
const MIN_PER_PARTNER = 2
/** A flood of resent events must leave room for new ones. */
const MAX_RESENDS_PER_PARTNER = 2
/** Events that one claim skips for each partner. */
const MAX_SKIPPED = 1000
/** Longer than an attempt can take: after that, the worker counts as dead. */
const LOCK_MS = 60_000

const dueEventColumns = {
  id: col.uuid,
  topic: col.text,
  partner_id: col.uuid,
  payload: col.json(z.unknown()),
  created_at: col.timestamptz,
  attempts: col.int4,
  is_resend: col.bool,
  webhook_url: col.text,
  ...receiverColumns,
  webhook_secret: col.text,
  webhook_failures: col.int4,
}
export type DueEvent = RowOf<typeof dueEventColumns>

/**
 * Claims events for this worker. Each partner has a share of the room, so that a slow partner delays only itself; the
 * share shrinks with the number of partners that have waiting events, but is never zero.
 * An event waits until the earlier events of its transaction have arrived. For a failing partner, one event at a time is
 * tried, due or not, to see whether the partner is back.
 * Events of a type that the partner did not choose are skipped: they count as delivered, and later events don't wait for them.
 * First attempts and impossibly long locks are taken at once, because they may have been written with a wrong clock.
 */
export const takeDue = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { room, receivers }: Busy = { room: MAX_CONCURRENT, receivers: new Map() },
) => {
  const now = clock.now()
  const busy = JSON.stringify(Object.fromEntries(receivers))
  return query(db, dueEventColumns)`
    with recursive waiting as (${waitingPartners}),
    receiver as materialized (
      select partner.*, coalesce((${busy}::jsonb ->> partner.id::text)::integer, 0) as busy,
             case when partner.webhook_failing_since is null
               then least(${MAX_PER_PARTNER}::integer, greatest(${MIN_PER_PARTNER}::integer, ${room}::integer / count(*) over ()))
               else 1 end as share
      from waiting join partner on partner.id = waiting.id
      where partner.webhook_url is not null and partner.webhook_disabled_at is null
        and (partner.webhook_not_before is null or partner.webhook_not_before <= ${now})),
    due as materialized (
      select found.id from receiver as partner cross join lateral (
        select id from (
          select id from (${due(false, sql`partner.share - partner.busy`, now)}) as fresh
          union all
          select id from (${due(true, sql`${MAX_RESENDS_PER_PARTNER}::integer - partner.busy`, now)}) as again) as either
        limit greatest(0, partner.share - partner.busy)) as found),
    skipped as (
      update outbox_event set delivered_at = ${now}, next_attempt_at = null, is_skipped = true
      where id = any (array(
        select found.id from receiver as partner cross join lateral (
          select id from outbox_event as event
          where event.partner_id = partner.id and event.delivered_at is null and not event.is_resend
            and not ${isWanted}
          order by event.next_attempt_at, event.number limit ${MAX_SKIPPED}::integer for update skip locked) as found
        where partner.webhook_topics is not null)))
    update outbox_event as taken
    set attempts = taken.attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
    from receiver as partner
    where taken.id = any (array(select id from due)) and partner.id = taken.partner_id
    returning taken.id, taken.topic::text, taken.partner_id, event_payload(taken) as payload, taken.created_at,
              taken.attempts, taken.is_resend, partner.webhook_url, ${receiverFields}, partner.webhook_failures`
}

/** An event that was tried, or is sent again on request, is sent whatever the partner has chosen since. */
const isWanted = sql`(partner.webhook_topics is null or event.is_resend or event.attempts > 0
  or event.topic::text = any (partner.webhook_topics))`

/** Loose index scan: partners without a waiting event cost nothing. */
const waitingPartners = sql`
  (select partner_id as id from outbox_event where delivered_at is null order by partner_id limit 1)
  union all
  select (select event.partner_id from outbox_event as event
          where event.delivered_at is null and event.partner_id > waiting.id
          order by event.partner_id limit 1)
  from waiting where waiting.id is not null`

const due = (isResend: boolean, room: Sql, now: Date) => sql`
  select id from outbox_event as event
  where event.partner_id = partner.id and event.delivered_at is null and event.is_resend = ${isResend}
    and (event.next_attempt_at <= ${now} or event.attempts = 0 or partner.webhook_failing_since is not null)
    and ${isUnclaimed(sql`event.locked_until`, now, LOCK_MS)} and ${isWanted} and not ${isBehind}
  order by event.next_attempt_at, event.number limit greatest(0, ${room}) for update skip locked`
