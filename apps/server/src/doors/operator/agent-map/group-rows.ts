import * as z from 'zod/mini'
import { float8, int8, json, nullable, type RowOf, uuid } from '../../../platform/db/columns.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { MapServices } from './services.ts'

type ReadServices = Pick<MapServices, 'db' | 'clock'>

const groupColumns = {
  geo_lat: float8,
  geo_lon: float8,
  agents: int8,
  statuses: json(z.record(z.string(), z.int())),
  float: nullable(int8),
  volume: nullable(int8),
  agent_id: nullable(uuid),
}
export type GroupRow = RowOf<typeof groupColumns>

export type Box = [south: number, west: number, north: number, east: number]

export interface Area {
  readonly box: Readonly<Box>
  readonly size: number
  readonly status: string | undefined
  readonly currency: string | undefined
}

/** A cell on the edge of the box counts where the middle of its agents is inside. */
export function groupCells({ db }: ReadServices, { box, size, status, currency }: Area, level: number) {
  const [south, west, north, east] = box
  const width = 2 ** level
  const [y1, x1, y2, x2] = box.map((edge) => Math.floor(edge / width))
  const money = currency === undefined ? noSums : sql`sum(float) as float, sum(volume) as volume`
  return db.query(
    grouped(sql`
      select floor(y * ${width / size}::float8) as y, floor(x * ${width / size}::float8) as x, status,
             (sum(lat_sum) / sum(agents) / 1000000)::float8 as geo_lat, (sum(lon_sum) / sum(agents) / 1000000)::float8 as geo_lon,
             sum(agents) as agents, case when sum(agents) = 1 then (select id from agent where cash_id = min(cell.cash_id)) end as agent_id,
             ${money}
      from map_cell as cell
      where level = ${level} and y between ${y1}::integer and ${y2}::integer and x between ${x1}::integer and ${x2}::integer
        and lat_sum::float8 / agents between ${south * 1e6} and ${north * 1e6}
        and lon_sum::float8 / agents between ${west * 1e6} and ${east * 1e6}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${currency === undefined ? sql`` : sql`and currency_code = ${currency}`}
      group by 1, 2, 3`),
    groupColumns,
  )
}

export const groupLive = ({ db }: ReadServices, { size, currency }: Pick<Area, 'size' | 'currency'>, found: Sql) =>
  db.query(
    grouped(sql`
      select floor(geo_lat / ${size}::float8) as y, floor(geo_lon / ${size}::float8) as x, agent.status,
             avg(geo_lat) as geo_lat, avg(geo_lon) as geo_lon, count(*) as agents, min(agent.id::text)::uuid as agent_id,
             ${currency === undefined ? noSums : sums}
      ${found}
      group by 1, 2, 3`),
    groupColumns,
  )

/** Parts of a cell by status, as one. */
const grouped = (parts: Sql) => sql`
  select sum(geo_lat * agents) / sum(agents) as geo_lat, sum(geo_lon * agents) / sum(agents) as geo_lon,
         sum(agents)::bigint as agents, jsonb_object_agg(status, agents) as statuses, sum(float)::bigint as float,
         sum(volume)::bigint as volume, case when sum(agents) = 1 then min(agent_id::text)::uuid end as agent_id
  from (${parts}) as cell
  group by y, x order by 3 desc`

export const agentsIn = (services: ReadServices, { box: [south, west, north, east], status, currency }: Area) => sql`
  from agent ${currency === undefined ? sql`` : moneyOf(services, currency)}
  where not agent.is_demo and geo_lat between ${south} and ${north} and geo_lon between ${west} and ${east}
    ${status === undefined ? sql`` : sql`and agent.status = ${status}`}`

const noSums = sql`null::bigint as float, null::bigint as volume`
const sums = sql`
  sum(account.balance) as float,
  coalesce(sum(total.deposit_sum + total.withdraw_sum), 0) as volume`

const moneyOf = ({ clock }: ReadServices, currency: string): Sql => sql`
  join account on account.id = agent.float_id and account.asset = ${currency}
  left join daily_total as total on total.agent_id = agent.id
    and total.day = (${clock.now()}::timestamptz at time zone 'UTC')::date`
