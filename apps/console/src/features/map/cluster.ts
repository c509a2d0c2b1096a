import { type AgentStatus, type OutputOf, parseMinor } from '@cashbox/contract'
import type { mapAgents } from '@cashbox/contract/operator'
import Supercluster, { type ClusterProperties } from 'supercluster'
import type { Box } from '../../platform/map/items.ts'

export type AgentPoint = ReturnType<typeof pointsOf>[number]

interface Sums {
  statuses: Partial<Record<AgentStatus, number>>
  float: number
  volume: number
}

export interface AgentGroup extends Readonly<Sums> {
  readonly lat: number
  readonly lon: number
  readonly agents: number
  /** Set when the group is a single agent. */
  readonly agent: AgentPoint | null
  readonly box: () => Box
}

/** Beyond this zoom, every agent has their own mark. */
const NEAREST_ZOOM = 17
const RADIUS_PX = 60

/** As wide as the tiles of the map. */
const TILE_PX = 256

/** Gives the box around a single place a size. */
const MARGIN_DEG = 0.0005

export const pointsOf = (page: OutputOf<typeof mapAgents>) =>
  page.id.map((id, index) => ({
    id,
    name: page.name[index] ?? '',
    status: page.status[index] ?? ('approved' as const),
    lat: page.lat[index] ?? 0,
    lon: page.lon[index] ?? 0,
    // In minor units; 0 without a currency.
    float: minorOf(page.float?.[index]),
    volume: minorOf(page.volume_today?.[index]),
  }))

const minorOf = (money: string | undefined) => Number(parseMinor(money ?? '') ?? 0n)

export function indexAgents(points: readonly AgentPoint[]) {
  const index = new Supercluster<AgentPoint, Sums>({
    radius: RADIUS_PX,
    extent: TILE_PX,
    maxZoom: NEAREST_ZOOM,
    map: ({ status, float, volume }) => ({ statuses: { [status]: 1 }, float, volume }),
    reduce: (sums, { statuses, float, volume }) => {
      sums.statuses = { ...sums.statuses }
      for (const [status, count] of Object.entries(statuses) as [AgentStatus, number][])
        sums.statuses[status] = (sums.statuses[status] ?? 0) + count
      sums.float += float
      sums.volume += volume
    },
  })
  index.load(
    points.map((point) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [point.lon, point.lat] },
      properties: point,
    })),
  )
  return {
    box: points.length === 0 ? null : boxAround(points),
    agentsIn: ({ south, west, north, east }: Box) =>
      points.filter(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east),
    groupsIn: ({ south, west, north, east }: Box, zoom: number): AgentGroup[] =>
      index.getClusters([west, south, east, north], zoom).map(({ geometry, properties }) => {
        const [lon = 0, lat = 0] = geometry.coordinates
        if (isCluster(properties)) {
          const { cluster_id, point_count, statuses, float, volume } = properties
          const box = () =>
            boxAround(index.getLeaves(cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties))
          return { lat, lon, agents: point_count, agent: null, statuses, float, volume, box }
        }
        const { status, float, volume } = properties
        const box = () => boxAround([])
        return { lat, lon, agents: 1, agent: properties, statuses: { [status]: 1 }, float, volume, box }
      }),
  }
}

const isCluster = (properties: AgentPoint | (ClusterProperties & Sums)): properties is ClusterProperties & Sums =>
  'cluster_id' in properties

function boxAround(points: readonly AgentPoint[]): Box {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const { lat, lon } of points) {
    box.south = Math.min(box.south, lat - MARGIN_DEG)
    box.north = Math.max(box.north, lat + MARGIN_DEG)
    box.west = Math.min(box.west, lon - MARGIN_DEG)
    box.east = Math.max(box.east, lon + MARGIN_DEG)
  }
  return box
}
