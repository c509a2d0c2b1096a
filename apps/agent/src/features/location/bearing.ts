import type { Point } from '@cashbox/contract'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The direction in which the great circle sets out, in degrees clockwise from north. */
export function bearingDeg(from: Point, to: Point): number {
  const [start, end] = [radians(from.latitude), radians(to.latitude)]
  const turn = radians(to.longitude - from.longitude)
  const east = Math.sin(turn) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
