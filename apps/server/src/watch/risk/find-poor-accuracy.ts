import { float8, int4, int8 } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { agentsIn, type Batch, type Found, runColumns, weigh } from './batch.ts'

const LOOKED_AT = 50
const LEAST_CONFIRMATIONS = 10
const LEAST_SHARE = 0.5
const MOST_WEIGHT = 30

/** Most of the latest positions say themselves that they are worse than the area the agent has to be in. */
export async function findPoorAccuracy(batch: Batch): Promise<Found[]> {
  const rows = await batch.tx.query(
    sql`
      select agent.id as agent_id, agent.geo_area, recent.looked_at, recent.worst, recent.first_at, recent.last_at,
             recent.numbers
      from ${agentsIn(batch, 'low_accuracy')}
      cross join lateral (
        select count(*) as looked_at, max(geo_accuracy_m) as worst,
               min(finished_at) filter (where geo_accuracy_m > agent.geo_area) as first_at,
               max(finished_at) filter (where geo_accuracy_m > agent.geo_area) as last_at,
               coalesce(array_agg(number order by number desc) filter (where geo_accuracy_m > agent.geo_area), '{}') as numbers
        from (
          select number, finished_at, geo_accuracy_m from confirmation
          where agent_id = agent.id and number <= seen.number and session_id is not null and geo_accuracy_m is not null
            and finished_at > coalesce(known.counts_from, '-infinity')
          order by number desc limit ${LOOKED_AT}) as latest) as recent
      where recent.looked_at >= ${LEAST_CONFIRMATIONS}
        and cardinality(recent.numbers) >= ${LEAST_SHARE}::float8 * recent.looked_at`,
    { ...runColumns, geo_area: int4, looked_at: int8, worst: float8 },
  )
  return rows.map((row) => {
    const share = row.numbers.length / Number(row.looked_at)
    return {
      agentId: row.agent_id,
      kind: 'low_accuracy',
      subject: '',
      weight: weigh(share, MOST_WEIGHT, MOST_WEIGHT),
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
