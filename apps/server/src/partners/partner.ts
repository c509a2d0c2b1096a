import { Partner } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { int4, json, nullable, type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** The exact count above this number is of no use. */
const COUNTED_EVENTS = 10_000

const partnerColumns = {
  id: uuid,
  code: text,
  name: text,
  disabled_at: nullable(timestamptz),
  webhook_url: nullable(text),
  webhook_disabled_at: nullable(timestamptz),
  webhook_failing_since: nullable(timestamptz),
  webhook_failures: int4,
  lifetime_s: int4,
  max_lifetime_s: int4,
  reversal_window_s: int4,
  version: int4,
  pending_events: int4,
  oldest_pending_at: nullable(timestamptz),
  keys: json(Partner.shape.keys),
}
export type PartnerRow = RowOf<typeof partnerColumns>

/** All of them, or the one with that code. */
export const readPartners = (db: Queryable, code: string | null = null) =>
  db.query(
    sql`
      select service.id, code, name, service.disabled_at, webhook_url, webhook_disabled_at, webhook_failing_since,
             webhook_failures, lifetime_s, max_lifetime_s, reversal_window_s, version, events.pending_events,
             oldest.created_at as oldest_pending_at, owned.keys
      from player_service as service
      cross join lateral (
        select count(*)::integer as pending_events from (
          select 1 from outbox_event where player_service_id = service.id and delivered_at is null limit ${COUNTED_EVENTS}
        ) as counted) as events
      left join lateral (
        select created_at from outbox_event where player_service_id = service.id and delivered_at is null
        order by number limit 1) as oldest on true
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', id, 'permissions', permissions, 'networks', coalesce(networks::text[], '{}'),
                 'created_at', epoch_seconds(created_at), 'activated_at', epoch_seconds(activated_at), 'disabled_at', epoch_seconds(disabled_at),
                 'expires_at', epoch_seconds(expires_at), 'last_used_at', epoch_seconds(last_used_at))
                 order by disabled_at desc nulls first, created_at desc), '[]') as keys
        from partner_key where player_service_id = service.id) as owned
      where ${code}::text is null or code = ${code} order by code`,
    partnerColumns,
  )

export const showPartner = (row: PartnerRow): Partner => ({
  code: row.code,
  name: row.name,
  is_enabled: row.disabled_at === null,
  keys: row.keys,
  webhook: {
    url: row.webhook_url,
    is_enabled: row.webhook_disabled_at === null,
    failing_since: row.webhook_failing_since && toSeconds(row.webhook_failing_since),
    failures: row.webhook_failures,
    pending_events: row.pending_events,
    oldest_pending_at: row.oldest_pending_at && toSeconds(row.oldest_pending_at),
  },
  lifetime_s: row.lifetime_s,
  max_lifetime_s: row.max_lifetime_s,
  reversal_window_s: row.reversal_window_s,
  version: row.version,
})

export const readPartner = async (db: Queryable, code: string) => showPartner(only(await readPartners(db, code)))
