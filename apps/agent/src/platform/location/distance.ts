import type { Point } from '@cashbox/contract'
import type { useTranslations } from 'use-intl'
import { formatWhole } from '../time/formats.ts'

type CommonTexts = ReturnType<typeof useTranslations<'common'>>

const METERS_UP_TO_M = 10_000
const SHOWN_DECIMALS = 5

/** "265 meters", "1,234 meters", "265 km". */
export const distanceText = (distanceM: number, t: CommonTexts, locale: string): string =>
  Math.round(distanceM) < METERS_UP_TO_M
    ? metersText(distanceM, t, locale)
    : t('kilometers', { distance: formatWhole(distanceM / 1000) })

export function metersText(distanceM: number, t: CommonTexts, locale: string): string {
  const meters = Math.round(distanceM)
  // ICU plurals format the number by locale; the app always groups thousands with commas.
  return t('meters', { count: meters }).replace(new Intl.NumberFormat(locale).format(meters), formatWhole(meters))
}

export const coordinatesText = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(SHOWN_DECIMALS)}, ${longitude.toFixed(SHOWN_DECIMALS)}`

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Initial great-circle bearing, in degrees clockwise from north. */
export function bearingDeg(from: Point, to: Point): number {
  const [start, end] = [radians(from.latitude), radians(to.latitude)]
  const turn = radians(to.longitude - from.longitude)
  const east = Math.sin(turn) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
