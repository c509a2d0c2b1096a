import { agentStatuses, formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, query, sql } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { Services } from '../../platform/services.ts'
import { searchAddress } from '../../rails/map/search-address.ts'

export const mapRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readMapSettings, async () => {
    const { tiles, attribution } = services.config.map
    return { tiles, attribution, has_search: geocoderOf(services) !== null }
  }),
  route(contract.mapAgents, ({ input }) => listPoints(services, input)),
  route(contract.searchPlaces, ({ operator, input }) => searchPlaces(services, operator.operatorId, input.query)),
]

/** About 90 kB on the wire, so that a map of 100,000 agents does not delay other calls. */
const PAGE = 3000

const pointColumns = {
  id: col.uuid,
  cash_id: col.int8,
  name: col.text,
  status: col.oneOf(...agentStatuses),
  lat: col.float8,
  lon: col.float8,
  float: col.nullable(col.int8),
  volume: col.nullable(col.int8),
}

async function listPoints(
  { db, clock }: Services,
  { status, currency, cursor }: ParsedInputOf<typeof contract.mapAgents>,
): Promise<OutputOf<typeof contract.mapAgents>> {
  const money =
    currency === undefined
      ? { columns: sql`null::bigint as float, null::bigint as volume`, tables: sql`` }
      : {
          columns: sql`account.balance as float, coalesce(total.deposit_sum + total.withdraw_sum, 0) as volume`,
          tables: sql`
            cross join lateral (
              select balance from account where id = agent.float_id limit 1) as account
            left join lateral (
              select deposit_sum, withdraw_sum from daily_total
              where agent_id = agent.id and day = (${clock.now()}::timestamptz at time zone 'UTC')::date limit 1
            ) as total on true`,
        }
  const rows = await query(db, pointColumns)`
    select agent.id, cash_id, trim(first_name || ' ' || last_name) as name, agent.status,
           round(geo_lat::numeric, 5)::float8 as lat, round(geo_lon::numeric, 5)::float8 as lon, ${money.columns}
    from agent ${money.tables}
    where geo_lat is not null and not agent.is_demo
      ${status === undefined ? sql`` : sql`and agent.status = ${status}`}
      ${currency === undefined ? sql`` : sql`and channel_id in (select id from channel where currency_code = ${currency})`}
      ${cursor === undefined ? sql`` : sql`and cash_id > ${cursor}::bigint`}
    order by cash_id limit ${PAGE}::integer`
  const moneyOf = (name: 'float' | 'volume') =>
    currency === undefined ? null : rows.map((row) => formatMinor(row[name] ?? 0n))
  return {
    id: rows.map(({ id }) => id),
    name: rows.map(({ name }) => name),
    status: rows.map((row) => row.status),
    lat: rows.map(({ lat }) => lat),
    lon: rows.map(({ lon }) => lon),
    float: moneyOf('float'),
    volume_today: moneyOf('volume'),
    next: rows.length < PAGE ? null : String(rows.at(-1)?.cash_id),
  }
}

/** URL with {query}; null for no address search. */
const geocoderOf = ({ config: { map, mode }, address }: Services) =>
  map.geocoder ?? (mode === 'sandbox' ? `${address()}/sandbox/geocoder/search?q={query}` : null)

/** Without a working geocoder, operators enter coordinates. */
async function searchPlaces(services: Services, operatorId: string, query: string) {
  const url = geocoderOf(services)
  if (url === null) return { is_available: false, list: [] }
  await services.limits.spend('place-account', operatorId)
  try {
    return { is_available: true, list: await searchAddress(url, query) }
  } catch (error) {
    services.log.warn({ err: error }, 'the geocoder did not answer')
    return { is_available: false, list: [] }
  }
}
