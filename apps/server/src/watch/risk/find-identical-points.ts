import { float8, int8 } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { agentsIn, type Batch, type Found, runColumns, weigh } from './batch.ts'

/** A receiver that does not move still wanders by metres; a point that never moves was typed in. */
const LEAST_CONFIRMATIONS = 10
const LEAST_DAYS = 3
const LOOKED_AT = 200
const WEIGHT_A_DAY = 10
const MOST_WEIGHT = 60

/** Every position of the agent, back from the latest, the same to the last digit, for days. */
export async function findIdenticalPoints(batch: Batch): Promise<Found[]> {
  const rows = await batch.tx.query(
    sql`
      select agent.id as agent_id, run.lat, run.lon, run.first_at, run.last_at, run.days, run.numbers
      from ${agentsIn(batch, 'identical_location')}
      cross join lateral (
        select min(geo_lat) as lat, min(geo_lon) as lon, min(finished_at) as first_at, max(finished_at) as last_at,
               count(distinct (finished_at at time zone 'UTC')::date) as days, array_agg(number order by number desc) as numbers
        from (
          select number, finished_at, geo_lat, geo_lon,
                 bool_and(geo_lat = latest_lat and geo_lon = latest_lon) over (order by number desc) as is_same
          from (
            select number, finished_at, geo_lat, geo_lon, first_value(geo_lat) over latest as latest_lat,
                   first_value(geo_lon) over latest as latest_lon
            from (
              select number, finished_at, geo_lat, geo_lon from confirmation
              where agent_id = agent.id and number <= seen.number and session_id is not null and geo_lat is not null
                and geo_lon is not null and finished_at > coalesce(known.counts_from, '-infinity')
              order by number desc limit ${LOOKED_AT}) as recent
            window latest as (order by number desc)) as placed) as compared
        where is_same) as run
      where run.days >= ${LEAST_DAYS} and cardinality(run.numbers) >= ${LEAST_CONFIRMATIONS}`,
    { ...runColumns, lat: float8, lon: float8, days: int8 },
  )
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
