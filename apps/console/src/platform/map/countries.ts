import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json' with { type: 'json' }

/** Land around a pole is as wide as the world, and stays as it is. */
const WHOLE_WORLD_DEG = 359

/** Natural Earth data, in the public domain. */
export function countries() {
  const topology = world as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>
  const collection = feature(topology, topology.objects.countries)
  for (const { geometry } of collection.features) {
    if (geometry.type === 'Polygon') geometry.coordinates = geometry.coordinates.map(unwrapped)
    if (geometry.type === 'MultiPolygon') {
      geometry.coordinates = geometry.coordinates.map((polygon) => polygon.map(unwrapped))
    }
  }
  return collection
}

/** Land that crosses the 180th meridian goes on beyond it. Otherwise its border would run back across the whole map. */
function unwrapped(ring: number[][]): number[][] {
  if (!hasLeap(ring)) return ring
  const moved = ring.map(([lon = 0, ...rest]) => [lon < 0 ? lon + 360 : lon, ...rest])
  const lons = moved.map(([lon = 0]) => lon)
  return Math.max(...lons) - Math.min(...lons) < WHOLE_WORLD_DEG ? moved : ring
}

/** By ISO 3166 number; empty for land without one. */
export function countryName(number: string | number | undefined, locale: string): string {
  if (number === undefined) return ''
  const { region = '' } = new Intl.Locale(`und-${number}`)
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(region) ?? ''
}

/** Whether two neighbouring points are on opposite sides of the map. */
export const hasLeap = (ring: readonly number[][]) =>
  ring.some(([lon = 0], at) => Math.abs(lon - (ring[at - 1]?.[0] ?? lon)) > 180)
