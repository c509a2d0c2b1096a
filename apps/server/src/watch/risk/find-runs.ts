import type { RiskSignal } from '@cashbox/contract/operator'
import { RISK_DAYS, type RiskKind } from '@cashbox/contract/operator'
import { col, query, type RowOf, type Sql, sql, type Tx } from '@cashbox/postgres/database'

export interface Batch {
  readonly tx: Tx
  readonly now: Date
  /** Of `player_transaction_id`. */
  readonly ids: readonly string[]
  /** The agents of these confirmations, each with their lowest and their highest number. */
  readonly agents: readonly { readonly id: string; readonly first: bigint; readonly number: bigint }[]
}

export interface FoundSignal {
  readonly agentId: string
  readonly kind: RiskKind
  readonly subject: string
  readonly weight: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly facts: Readonly<Record<string, number | string | boolean>>
  /** Of the agent's confirmations, newest first. */
  readonly numbers: readonly bigint[]
  /** On the same device or address. */
  readonly other_agents?: RiskSignal['other_agents']
}

/** What a signal is made of, once there is enough of it. */
export const eventColumns = {
  agent_id: col.uuid,
  kind: col.oneOf('impossible_travel', 'circular_payments'),
  subject: col.text,
}
export type NotedEvent = RowOf<typeof eventColumns>

/** How many confirmations of an agent are read before the one in question, so that the work grows with their number only. */
export const LOOK_BACK = 300
const MOST_EVENTS = 1_000

const runColumns = { agent_id: col.uuid, first_at: col.timestamptz, last_at: col.timestamptz, numbers: col.int8Array }

const rules = {
  impossible_travel: { least: 1, weight: 40, most: 100 },
  circular_payments: { least: 3, weight: 15, most: 90 },
} as const

const columns = {
  ...eventColumns,
  count: col.int8,
  speed: col.nullable(col.float8),
  first_at: col.timestamptz,
  last_at: col.timestamptz,
  numbers: col.int8Array,
}

/** The location of a real receiver varies by metres even when it does not move. */
const LEAST_CONFIRMATIONS = 10
const LEAST_DAYS = 3
const POINTS_CHECKED = 200
const WEIGHT_A_DAY = 10
const MOST_WEIGHT = 60

const ACCURACIES_CHECKED = 50

const LEAST_SHARE = 0.5
const ACCURACY_MOST_WEIGHT = 30

/** Metres a second: faster than an airliner. */
const FASTEST = 250

/** Assumed for locations without an accuracy. */
const UNKNOWN_ACCURACY_M = 1000

/** Receivers report shorter jumps without moving. */
const LEAST_DISTANCE_M = 1000

/** The agents of the batch as `agent`, up to `seen.number`; `known` is the signal of that kind, if there is one. */
const agentsIn = ({ agents }: Batch, kind: RiskKind): Sql => sql`
  unnest(${agents.map(({ id }) => id)}::uuid[], ${agents.map(({ number }) => number.toString())}::bigint[])
    as seen (id, number)
  join agent on agent.id = seen.id and not agent.is_demo
  left join risk_signal as known on known.agent_id = agent.id and known.kind = ${kind} and known.subject = ''`

export const weigh = (pieces: number, each: number, most: number) => Math.min(most, Math.round(pieces * each))

/** Counts the latest events of each kind and subject that has a new one. */
export async function findEvents({ tx, now }: Batch, noted: readonly NotedEvent[]): Promise<FoundSignal[]> {
  const rows = await query(tx, columns)`
    select touched.agent_id, touched.kind, touched.subject, count(*) as count, max(event.speed) as speed,
           min(event.at) as first_at, max(event.at) as last_at,
           array_agg(event.number order by event.number desc) || array_agg(event.earlier) as numbers
    from (
      select distinct agent_id, kind, subject
      from unnest(${noted.map(({ agent_id }) => agent_id)}::uuid[], ${noted.map(({ kind }) => kind)}::text[],
                  ${noted.map(({ subject }) => subject)}::text[]) as noted (agent_id, kind, subject)
    ) as touched
    left join risk_signal as known
      on known.agent_id = touched.agent_id and known.kind = touched.kind and known.subject = touched.subject
    cross join lateral (
      select number, earlier, at, speed from risk_event
      where agent_id = touched.agent_id and kind = touched.kind and subject = touched.subject
        and at > ${new Date(now.getTime() - RISK_DAYS * 24 * 60 * 60 * 1000)}
        and at > coalesce(known.counts_from, '-infinity')
      order by number desc limit ${MOST_EVENTS}) as event
    group by touched.agent_id, touched.kind, touched.subject`
  return rows
    .filter(({ kind, count }) => count >= rules[kind].least)
    .map((row) => ({
      agentId: row.agent_id,
      kind: row.kind,
      subject: row.subject,
      weight: weigh(Number(row.count), rules[row.kind].weight, rules[row.kind].most),
      firstAt: row.first_at,
      lastAt: row.last_at,
      facts: { times: Number(row.count), ...(row.speed === null ? {} : { fastest_m_s: Math.round(row.speed) }) },
      numbers: row.numbers.toSorted((one, other) => (one < other ? 1 : -1)),
    }))
}

/** Finds agents whose latest locations have been identical to the last digit for days. */
export async function findIdenticalPoints(batch: Batch): Promise<FoundSignal[]> {
  const rows = await query(batch.tx, { ...runColumns, lat: col.float8, lon: col.float8, days: col.int8 })`
    select agent.id as agent_id, run.lat, run.lon, run.first_at, run.last_at, run.days, run.numbers
    from ${agentsIn(batch, 'identical_location')}
    cross join lateral (
      select min(geo_lat) as lat, min(geo_lon) as lon, min(finished_at) as first_at, max(finished_at) as last_at,
             count(distinct (finished_at at time zone 'UTC')::date) as days, array_agg(number::bigint order by number desc) as numbers
      from (
        select number, finished_at, geo_lat, geo_lon,
               bool_and(geo_lat = latest_lat and geo_lon = latest_lon) over (order by number desc) as is_same
        from (
          select number, finished_at, geo_lat, geo_lon, first_value(geo_lat) over latest as latest_lat,
                 first_value(geo_lon) over latest as latest_lon
          from (
            select number, finished_at, geo_lat, geo_lon from confirmation
            where float_id = agent.float_id and number <= seen.number and number > seen.number - ${LOOK_BACK}
              and session_id is not null and geo_lat is not null
              and geo_lon is not null and finished_at > coalesce(known.counts_from, '-infinity')
            order by number desc limit ${POINTS_CHECKED}) as recent
          window latest as (order by number desc)) as placed) as compared
      where is_same) as run
    where run.days >= ${LEAST_DAYS} and cardinality(run.numbers) >= ${LEAST_CONFIRMATIONS}`
  return rows.map((row) => ({
    agentId: row.agent_id,
    kind: 'identical_location',
    subject: '',
    weight: weigh(Number(row.days), WEIGHT_A_DAY, MOST_WEIGHT),
    firstAt: row.first_at,
    lastAt: row.last_at,
    facts: { lat: row.lat, lon: row.lon, days: Number(row.days), confirmations: row.numbers.length },
    numbers: row.numbers,
  }))
}

/** Finds agents for whom most locations are less accurate than the area that they have to be in. */
export async function findPoorAccuracy(batch: Batch): Promise<FoundSignal[]> {
  const rows = await query(batch.tx, { ...runColumns, geo_area: col.int4, looked_at: col.int8, worst: col.float8 })`
    select agent.id as agent_id, agent.geo_area, recent.looked_at, recent.worst, recent.first_at, recent.last_at,
           recent.numbers
    from ${agentsIn(batch, 'low_accuracy')}
    cross join lateral (
      select count(*) as looked_at, max(geo_accuracy_m) as worst,
             min(finished_at) filter (where geo_accuracy_m > agent.geo_area) as first_at,
             max(finished_at) filter (where geo_accuracy_m > agent.geo_area) as last_at,
             coalesce(array_agg(number::bigint order by number desc) filter (where geo_accuracy_m > agent.geo_area), '{}') as numbers
      from (
        select number, finished_at, geo_accuracy_m from confirmation
        where float_id = agent.float_id and number <= seen.number and number > seen.number - ${LOOK_BACK}
          and session_id is not null and geo_accuracy_m is not null
          and finished_at > coalesce(known.counts_from, '-infinity')
        order by number desc limit ${ACCURACIES_CHECKED}) as latest) as recent
    where recent.looked_at >= ${LEAST_CONFIRMATIONS}
      and cardinality(recent.numbers) >= ${LEAST_SHARE}::float8 * recent.looked_at`
  return rows.map((row) => {
    const share = row.numbers.length / Number(row.looked_at)
    return {
      agentId: row.agent_id,
      kind: 'low_accuracy',
      subject: '',
      weight: weigh(share, ACCURACY_MOST_WEIGHT, ACCURACY_MOST_WEIGHT),
      firstAt: row.first_at,
      lastAt: row.last_at,
      facts: {
        share: Math.round(share * 100) / 100,
        confirmations: row.numbers.length,
        of: Number(row.looked_at),
        area_m: row.geo_area,
        worst_m: row.worst,
      },
      numbers: row.numbers,
    }
  })
}

/** Records two locations that are too far apart for the time between them, allowing for their accuracy. */
export const noteTravel = ({ tx, ids }: Batch) =>
  query(tx, eventColumns)`
    insert into risk_event (agent_id, kind, subject, number, earlier, at, speed)
    select agent_id, 'impossible_travel', '', number, earlier, finished_at, metres / seconds
    from (
      select done.agent_id, done.number, done.finished_at, before.number as earlier,
             distance_m(before.geo_lat, before.geo_lon, done.geo_lat, done.geo_lon)
               - coalesce(done.geo_accuracy_m, ${UNKNOWN_ACCURACY_M}) - coalesce(before.geo_accuracy_m, ${UNKNOWN_ACCURACY_M})
               as metres,
             greatest(1, abs(extract(epoch from done.finished_at - before.finished_at)
               - coalesce(done.geo_age_s, 0) + coalesce(before.geo_age_s, 0)))::float8 as seconds
      from confirmation as done
      join agent on agent.id = done.agent_id and not agent.is_demo
      cross join lateral (
        select number, finished_at, geo_lat, geo_lon, geo_accuracy_m, geo_age_s from confirmation
        where float_id = done.float_id and number < done.number and number > done.number - ${LOOK_BACK}
          and geo_lat is not null and geo_lon is not null and session_id is not null
        order by number desc limit 1) as before
      where done.player_transaction_id = any (${ids}::uuid[]) and done.session_id is not null
        and done.geo_lat is not null and done.geo_lon is not null) as hop
    where metres > ${LEAST_DISTANCE_M} and metres > ${FASTEST} * seconds
    on conflict do nothing
    returning agent_id, kind, subject`
