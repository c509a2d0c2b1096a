import { mapAgents } from '@cashbox/contract/operator'
import { useMemo } from 'react'
import { currentLocale } from '../language/language.ts'
import { useAnswer } from '../session/session.ts'
import { type Box, type MapMark, METRES_A_DEGREE, type Spot } from './items.ts'

const STALE_MS = 60_000
/** Two points nearer than this are the same one. */
const SAME_M = 20
const NAMED = 3
const FARTHEST_M = 50_000
const MOST_DRAWN = 100

interface Neighbour extends Spot {
  readonly id: string
  readonly name: string
  readonly metres: number
}

/** Agents near the middle of a map without streets: those in sight as marks, and the nearest by name. */
export function useNeighbours(box: Box | null) {
  const { data } = useAnswer(mapAgents, {}, { enabled: box !== null, staleTime: STALE_MS })
  return useMemo(() => {
    if (!box || !data) return { marks: [], nearest: [] }
    const middle = { lat: (box.south + box.north) / 2, lon: (box.west + box.east) / 2 }
    const known = data.id
      .map((id, index): Neighbour => {
        const spot = { lat: data.lat[index] ?? 0, lon: data.lon[index] ?? 0 }
        return { id, name: data.name[index] ?? '', ...spot, metres: metresBetween(middle, spot) }
      })
      .filter(({ metres }) => metres > SAME_M && metres < FARTHEST_M)
      .toSorted((one, other) => one.metres - other.metres)
    const isInSight = ({ lat, lon }: Spot) => lat > box.south && lat < box.north && lon > box.west && lon < box.east
    const marks = known
      .filter(isInSight)
      .slice(0, MOST_DRAWN)
      .map(({ id, name, lat, lon }): MapMark => ({ kind: 'mark', key: id, lat, lon, label: name, tone: 'quiet' }))
    return { marks, nearest: known.slice(0, NAMED) }
  }, [box, data])
}

function metresBetween(one: Spot, other: Spot): number {
  const width = Math.cos((one.lat * Math.PI) / 180)
  return METRES_A_DEGREE * Math.hypot(other.lat - one.lat, (other.lon - one.lon) * width)
}

/** 350 → "350 m", 2140 → "2.1 km" */
export const formatDistance = (metres: number): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: metres < 1000 ? 'meter' : 'kilometer',
    maximumFractionDigits: metres < 1000 ? 0 : 1,
  }).format(metres < 1000 ? metres : metres / 1000)
