import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateTime } from '../values/formats.ts'
import type { MapItem } from './items.ts'
import { LazyMap } from './map.tsx'

interface Location {
  readonly number: number
  readonly at: number
  readonly geo_lat: string | null
  readonly geo_lon: string | null
  readonly accuracy_m: number | null
  readonly distance_m?: number | null
}

interface Area {
  readonly geo_lat: string | null
  readonly geo_lon: string | null
  readonly geo_area: number
}

interface LocationMapProps {
  readonly label: string
  readonly locations: readonly Location[]
  /** The agent's point, and the circle in which they may confirm. */
  readonly area?: Area
}

/** Each confirmation has a circle of the browser's accuracy. */
export function LocationMap({ label, locations, area }: LocationMapProps) {
  const t = useTranslations('map')
  const items = useMemo(() => {
    const drawn: MapItem[] = []
    if (area && area.geo_lat !== null && area.geo_lon !== null) {
      const spot = { lat: Number(area.geo_lat), lon: Number(area.geo_lon) }
      drawn.push({ kind: 'circle', key: 'area', ...spot, radiusM: area.geo_area, tone: 'main' })
      drawn.push({ kind: 'mark', key: 'point', ...spot, label: t('point'), tone: 'main' })
    }
    for (const { number, at, geo_lat, geo_lon, accuracy_m, distance_m } of locations) {
      if (geo_lat === null || geo_lon === null) continue
      const spot = { lat: Number(geo_lat), lon: Number(geo_lon) }
      const isOutside = area !== undefined && (distance_m ?? 0) > area.geo_area
      const key = String(number)
      const label = `${t('confirmation')} ${formatDateTime(at)}`
      if (accuracy_m !== null) {
        const tone = isOutside ? 'danger' : 'main'
        drawn.push({ kind: 'circle', key: `${key} accuracy`, ...spot, radiusM: accuracy_m, tone, isHollow: true })
      }
      drawn.push({ kind: 'mark', key, ...spot, label, tone: isOutside ? 'danger' : 'quiet' })
    }
    return drawn
  }, [locations, area, t])
  if (locations.every(({ geo_lat }) => geo_lat === null)) return null
  return <LazyMap label={label} items={items} fitKey={String(locations.length)} />
}
