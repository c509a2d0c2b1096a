import { agentStatuses, formatMinor, languages } from '@cashbox/contract'
import type { KnownAgent } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { col, type Queryable, type RowOf, sql } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { possibleActions } from './agent-status.ts'
import { listedColumns, listedFields, toListed } from './list-agents.ts'
import { degrees } from './open-agent.ts'

type Row = RowOf<typeof columns>

const columns = {
  ...listedColumns,
  messenger: col.nullable(col.text),
  messenger_id: col.nullable(col.text),
  street: col.nullable(col.text),
  timezone: col.text,
  language: col.oneOf(...languages),
  terms_version: col.nullable(col.text),
  terms_version_at: col.nullable(col.timestamptz),
  note: col.nullable(col.text),
  geo_lat: col.nullable(col.float8),
  geo_lon: col.nullable(col.float8),
  geo_area: col.int4,
  last_lat: col.nullable(col.float8),
  last_lon: col.nullable(col.float8),
  last_distance: col.nullable(col.int4),
  last_at: col.nullable(col.timestamptz),
  deposit_fee_bp: col.nullable(col.int4),
  withdraw_fee_bp: col.nullable(col.int4),
  max_amount: col.nullable(col.int8),
  daily_limit: col.nullable(col.int8),
  credit_line: col.int8,
  commission: col.int8,
  volume_today: col.int8,
  confirmations: col.int8,
  topups: col.int8,
  notes: col.int8,
  open_sessions: col.int8,
}

const changeColumns = {
  status: col.oneOf(...agentStatuses),
  note: col.nullable(col.text),
  reason: col.nullable(col.text),
  changed_by: col.text,
  changed_at: col.timestamptz,
}

const CHANGES_SHOWN = 50

export async function readAgent({ db, clock }: Services, agentId: string): Promise<KnownAgent> {
  const now = clock.now()
  const [row] = await db.query(
    sql`
      select ${listedFields}, agent.messenger, agent.messenger_id, agent.street, agent.timezone, agent.language, agent.note,
        agent.terms_version,
        (select first_agreed_at from terms_of_use where version = agent.terms_version) as terms_version_at,
        agent.geo_lat, agent.geo_lon, agent.geo_area, agent.deposit_fee_bp, agent.withdraw_fee_bp, agent.max_amount,
        agent.daily_limit, -float.floor as credit_line, commission.balance as commission,
        last.geo_lat as last_lat, last.geo_lon as last_lon, last.finished_at as last_at,
        case when num_nulls(agent.geo_lat, agent.geo_lon, last.geo_lat, last.geo_lon) = 0
          then round(distance_m(agent.geo_lat, agent.geo_lon, last.geo_lat, last.geo_lon))::integer end as last_distance,
        coalesce((select deposit_sum + withdraw_sum from daily_total
          where agent_id = agent.id and day = (${now}::timestamptz at time zone 'UTC')::date), 0) as volume_today,
        coalesce(last.number, 0) as confirmations,
        (select count(*) from topup where agent_id = agent.id) as topups,
        (select count(*) from agent_note where agent_id = agent.id) as notes,
        (select count(*) from session where agent_id = agent.id and ended_at is null and expires_at > ${now}
          and last_seen_at + make_interval(secs => idle_seconds) > ${now}) as open_sessions
      from agent
      join channel on channel.id = agent.channel_id
      join account as float on float.id = agent.float_id
      join account as commission on commission.id = agent.commission_id
      left join lateral (
        select number, geo_lat, geo_lon, finished_at from confirmation
        where agent_id = agent.id order by number desc limit 1) as last on true
      where agent.id = ${agentId}`,
    columns,
  )
  if (!row) throw refusal('not_found')
  return { ...toAgent(row), status_changes: await listChanges(db, agentId) }
}

async function listChanges(db: Queryable, agentId: string) {
  const rows = await db.query(
    sql`
      select status, note, reason, changed_by, changed_at from agent_status_change
      where agent_id = ${agentId} order by changed_at desc, id desc limit ${CHANGES_SHOWN}`,
    changeColumns,
  )
  return rows.map(({ changed_at, ...change }) => ({ ...change, changed_at: toSeconds(changed_at) }))
}

const money = (amount: bigint | null) => (amount === null ? null : formatMinor(amount))

function toAgent(row: Row): Omit<KnownAgent, 'status_changes'> {
  const { messenger, messenger_id, street, timezone, language, note, geo_area, terms_version } = row
  return {
    ...toListed(row),
    possible_actions: possibleActions(row.status),
    messenger,
    messenger_id,
    street,
    timezone,
    language,
    note,
    terms_version,
    terms_version_at: row.terms_version_at && toSeconds(row.terms_version_at),
    geo_area,
    geo_lat: row.geo_lat === null ? null : degrees(row.geo_lat),
    geo_lon: row.geo_lon === null ? null : degrees(row.geo_lon),
    last_position: toLastPosition(row),
    deposit_fee_bp: row.deposit_fee_bp,
    withdraw_fee_bp: row.withdraw_fee_bp,
    max_amount: money(row.max_amount),
    daily_limit: money(row.daily_limit),
    credit_line: row.credit_line === 0n ? null : formatMinor(row.credit_line),
    commission: formatMinor(row.commission),
    volume_today: formatMinor(row.volume_today),
    counts: {
      confirmations: Number(row.confirmations),
      topups: Number(row.topups),
      notes: Number(row.notes),
      open_sessions: Number(row.open_sessions),
    },
  }
}

const toLastPosition = ({ last_lat, last_lon, last_distance, last_at }: Row): KnownAgent['last_position'] =>
  last_lat === null || last_lon === null || last_at === null
    ? null
    : { geo_lat: degrees(last_lat), geo_lon: degrees(last_lon), distance_m: last_distance, at: toSeconds(last_at) }

/** Distinguishes an agent with an empty list from an unknown agent. */
export async function refuseUnknown(db: Queryable, agentId: string): Promise<void> {
  const found = await db.execute(sql`select 1 from agent where id = ${agentId}`)
  if (found === 0) throw refusal('not_found')
}

/** For a query with `limit + 1` rows: the extra row shows that there is another page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { list: page.map(show), next_cursor: last === undefined ? null : cursorOf(last) }
}
