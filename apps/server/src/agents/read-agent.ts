import { KnownAgent, StatusChange } from '@cashbox/contract/operator'
import { col, type Queryable, query, type RowOf, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { possibleActions } from './agent-status.ts'
import { listedColumns, listedFields } from './list-agents.ts'
import { degrees } from './open-agent.ts'

type Row = RowOf<typeof columns>

const columns = {
  ...columnsFor(z.omit(KnownAgent, { possible_actions: true, status_changes: true, last_location: true })),
  ...listedColumns,
  geo_lat: col.nullable(col.float8),
  geo_lon: col.nullable(col.float8),
  last_lat: col.nullable(col.float8),
  last_lon: col.nullable(col.float8),
  last_distance: col.nullable(col.int4),
  last_at: col.nullable(col.seconds),
}

const CHANGES_SHOWN = 50

export async function readAgent({ db, clock }: Services, agentId: string): Promise<KnownAgent> {
  const now = clock.now()
  const [row] = await query(db, columns)`
    select ${listedFields}, agent.messenger, agent.messenger_id, agent.street, agent.timezone, person.language, agent.note,
      agent.terms_version,
      (select first_agreed_at from terms_of_use where version = agent.terms_version) as terms_version_at,
      agent.geo_lat, agent.geo_lon, agent.geo_area, agent.deposit_fee_bp, agent.withdraw_fee_bp, agent.max_amount,
      agent.daily_limit, nullif(-float.floor, 0) as credit_line, commission.balance as commission,
      last.geo_lat as last_lat, last.geo_lon as last_lon, last.finished_at as last_at,
      case when num_nulls(agent.geo_lat, agent.geo_lon, last.geo_lat, last.geo_lon) = 0
        then round(distance_m(agent.geo_lat, agent.geo_lon, last.geo_lat, last.geo_lon))::integer end as last_distance,
      coalesce((select deposit_sum + withdraw_sum from daily_total
        where agent_id = agent.id and day = (${now}::timestamptz at time zone 'UTC')::date), 0) as volume_today,
      jsonb_build_object(
        'confirmations', coalesce(last.number, 0),
        'topups', (select count(*) from topup where agent_id = agent.id),
        'notes', (select count(*) from agent_note where agent_id = agent.id),
        'open_sessions', (
          select count(*) from session where agent_id = agent.id and ended_at is null and expires_at > ${now}
            and last_seen_at + make_interval(secs => idle_seconds) > ${now})) as counts
    from agent
    join person on person.id = agent.owner_id
    join channel on channel.id = agent.channel_id
    join account as float on float.id = agent.float_id
    join account as commission on commission.id = agent.commission_id
    left join lateral (
      select number, geo_lat, geo_lon, finished_at from confirmation
      where float_id = agent.float_id order by number desc limit 1) as last on true
    where agent.id = ${agentId}`
  if (!row) throw refusal('not_found')
  return { ...toAgent(row), status_changes: await listChanges(db, agentId) }
}

const listChanges = (db: Queryable, agentId: string) =>
  query(db, columnsFor(StatusChange))`
    select status, note, reason, changed_by, changed_at from agent_status_change
    where agent_id = ${agentId} order by changed_at desc, id desc limit ${CHANGES_SHOWN}`

const toAgent = (row: Row) => ({
  ...row,
  possible_actions: possibleActions(row.status),
  geo_lat: row.geo_lat === null ? null : degrees(row.geo_lat),
  geo_lon: row.geo_lon === null ? null : degrees(row.geo_lon),
  last_location: toLastLocation(row),
})

type LastLocation = Pick<Row, 'last_lat' | 'last_lon' | 'last_distance' | 'last_at'>

const toLastLocation = ({ last_lat, last_lon, last_distance, last_at }: LastLocation) =>
  last_lat === null || last_lon === null || last_at === null
    ? null
    : { geo_lat: degrees(last_lat), geo_lon: degrees(last_lon), distance_m: last_distance, at: last_at }

/** Distinguishes an agent with an empty list from an unknown agent. */
export async function refuseUnknown(db: Queryable, agentId: string): Promise<void> {
  const found = await db.execute(sql`select 1 from agent where id = ${agentId}`)
  if (found === 0) throw refusal('not_found')
}
