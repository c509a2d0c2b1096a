import { agentStatuses, formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { MapGroup, mapAgents } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { int8, oneOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { cellLevels } from './count-cells.ts'
import { agentsIn, type Box, type GroupRow, groupCells, groupLive } from './group-rows.ts'
import type { MapServices } from './services.ts'

/** A box is cut into so many columns or more, up to twice as many. */
const LEAST_COLUMNS = 8
/** A few metres: nearer than that, agents share a mark. */
const SMALLEST_DEG = 2 ** -14
const MOST_NAMES = 50
/** So many are grouped one by one, as they are now. */
const MOST_LIVE = 2000

/**
 * Agents in a box, those near each other as one. The grid stands still when the box is moved. Many agents are read from
 * cells that are counted every five minutes, few as they are now.
 */
export async function groupAgents(
  services: MapServices,
  input: ParsedInputOf<typeof mapAgents>,
): Promise<OutputOf<typeof mapAgents>> {
  const [south, west, north, east] = [input.south, input.west, input.north, input.east].map(Number) as Box
  const size = cellSize(Math.max(east - west, north - south))
  const area = { box: [south, west, north, east] as const, size, status: input.status, currency: input.currency }
  const level = cellLevels.find((one) => 2 ** one <= size)
  const many = level === undefined ? [] : await groupCells(services, area, level)
  if (countOf(many) > MOST_LIVE) {
    const named = await readAgents(services, sql`from agent where id = any(${singlesOf(many)}::uuid[])`)
    return { ...toGroups(many, named, []), as_of: await whenCounted(services) }
  }
  const found = agentsIn(services, area)
  const rows = await groupLive(services, area, found)
  if (countOf(rows) > MOST_NAMES) {
    return toGroups(rows, await readAgents(services, sql`from agent where id = any(${singlesOf(rows)}::uuid[])`), [])
  }
  const named = await readAgents(services, found)
  return toGroups(rows, named, named)
}

const countOf = (rows: readonly GroupRow[]) => rows.reduce((sum, row) => sum + Number(row.agents), 0)
const singlesOf = (rows: readonly GroupRow[]) => rows.flatMap(({ agent_id }) => (agent_id === null ? [] : [agent_id]))

type Named = NonNullable<MapGroup['agent']>

/** Null where the cells were counted before the time of it was kept. */
async function whenCounted({ db }: MapServices) {
  const [count] = await db.query(sql`select counted_at from map_count`, { counted_at: timestamptz })
  return count ? toSeconds(count.counted_at) : null
}

/** As they are now. */
function toGroups(rows: readonly GroupRow[], single: readonly Named[], names: Named[]) {
  const known = new Map(single.map((agent) => [agent.id, agent]))
  return { list: rows.map((row) => toGroup(row, known)), agents: countOf(rows), names, as_of: null }
}

/** A power of two of a degree. */
const cellSize = (width: number) =>
  Math.max(SMALLEST_DEG, 2 ** Math.floor(Math.log2(Math.max(width, SMALLEST_DEG) / LEAST_COLUMNS)))

const agentColumns = {
  id: uuid,
  cash_id: int8,
  first_name: text,
  last_name: text,
  status: oneOf(...agentStatuses),
}

async function readAgents({ db }: MapServices, found: Sql) {
  const rows = await db.query(
    sql`select agent.id, cash_id, first_name, last_name, agent.status ${found} order by last_name, first_name, agent.id`,
    agentColumns,
  )
  return rows.map((row) => ({ ...row, cash_id: String(row.cash_id) }))
}

const toGroup = (
  { geo_lat, geo_lon, agents, statuses, float, volume, agent_id }: GroupRow,
  known: ReadonlyMap<string, NonNullable<MapGroup['agent']>>,
): MapGroup => ({
  geo_lat,
  geo_lon,
  agents: Number(agents),
  statuses,
  float: float === null ? null : formatMinor(float),
  volume_today: volume === null ? null : formatMinor(volume),
  agent: (agent_id !== null && known.get(agent_id)) || null,
})
