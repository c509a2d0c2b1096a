import { sql } from '../../platform/database/sql.ts'
import type { Batch } from './batch.ts'

/** Metres a second: faster than an airliner. */
const FASTEST = 250
/** What a position that does not say how good it is may be off. */
const UNKNOWN_ACCURACY_M = 1000
/** Shorter hops are what a receiver does by itself. */
const LEAST_DISTANCE_M = 1000

/** Notes two positions of one agent that are too far apart for the time between, allowing for their accuracy. */
export const noteTravel = ({ tx, ids }: Batch) =>
  tx.execute(sql`
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
        where agent_id = done.agent_id and number < done.number and geo_lat is not null and geo_lon is not null
          and session_id is not null
        order by number desc limit 1) as before
      where done.player_transaction_id = any (${ids}::uuid[]) and done.session_id is not null
        and done.geo_lat is not null and done.geo_lon is not null) as hop
    where metres > ${LEAST_DISTANCE_M} and metres > ${FASTEST} * seconds
    on conflict do nothing`)
