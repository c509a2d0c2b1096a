const EARTH_RADIUS_M = 6371000

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres. */
export function distanceM(from: Point, to: Point): number {
  const h =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  // Rounding can lift h just above 1 at the antipodes.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
