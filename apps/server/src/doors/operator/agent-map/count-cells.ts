import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The widths of cells that are counted: half a degree, and a 64th of one, which is about 1.7 km. */
export const cellLevels = [-1, -6] as const
const [COARSE, FINE] = cellLevels

/** Counts the agents, floats and volumes of every cell, and writes the cells that have changed. */
export async function countCells({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  await db.execute(sql`
    with fine as materialized (
      select floor(geo_lat * ${2 ** -FINE}::float8)::integer as y, floor(geo_lon * ${2 ** -FINE}::float8)::integer as x,
             agent.status, account.asset as currency_code, count(*) as agents,
             sum((geo_lat * 1000000)::integer) as lat_sum, sum((geo_lon * 1000000)::integer) as lon_sum,
             min(agent.cash_id) as cash_id, sum(account.balance)::bigint as float,
             coalesce(sum(total.deposit_sum + total.withdraw_sum), 0)::bigint as volume
      from agent join account on account.id = agent.float_id
      left join daily_total as total on total.agent_id = agent.id
        and total.day = (${clock.now()}::timestamptz at time zone 'UTC')::date
      where geo_lat is not null and not agent.is_demo
      group by 1, 2, 3, 4
    ),
    counted as materialized (
      select ${FINE}::smallint as level, fine.* from fine
      union all
      select ${COARSE}::smallint, y >> ${COARSE - FINE}::integer, x >> ${COARSE - FINE}::integer, status, currency_code,
             sum(agents)::bigint, sum(lat_sum)::bigint, sum(lon_sum)::bigint, min(cash_id), sum(float)::bigint,
             sum(volume)::bigint
      from fine group by 2, 3, 4, 5
    ),
    gone as (
      delete from map_cell as kept where not exists (
        select 1 from counted where counted.level = kept.level and counted.y = kept.y and counted.x = kept.x
          and counted.status = kept.status and counted.currency_code = kept.currency_code)
    ),
    counted_now as (
      insert into map_count (counted_at) values (${clock.now()})
      on conflict (is_one) do update set counted_at = excluded.counted_at
    )
    insert into map_cell (level, y, x, status, currency_code, agents, lat_sum, lon_sum, cash_id, float, volume)
    select counted.* from counted left join map_cell as old using (level, y, x, status, currency_code)
    where (old.agents, old.lat_sum, old.lon_sum, old.cash_id, old.float, old.volume) is distinct from
          (counted.agents, counted.lat_sum, counted.lon_sum, counted.cash_id, counted.float, counted.volume)
    on conflict (level, y, x, status, currency_code) do update set
      agents = excluded.agents, lat_sum = excluded.lat_sum, lon_sum = excluded.lon_sum, cash_id = excluded.cash_id,
      float = excluded.float, volume = excluded.volume`)
}
