import type { User } from '@cashbox/contract'
import { useLocale, useTranslations } from 'use-intl'
import { bearingDeg, coordinatesText, distanceText } from '../../platform/location/distance.ts'
import { pointOf, useLocationState } from '../../platform/location/location.ts'

interface DistanceFact {
  readonly label: string
  readonly value: string
  readonly dir?: 'ltr'
}

/** Where the agent is against where they should be; null while that is not known. */
export function useDistanceFacts(user: User) {
  const t = useTranslations()
  const common = useTranslations('common')
  const locale = useLocale()
  const { coordinates, distanceM } = useLocationState()
  const point = pointOf(user)
  if (!coordinates || !point || distanceM === null) return null
  const distance = distanceText(distanceM, common, locale)
  const facts: DistanceFact[] = [
    { label: t('location.current'), value: coordinatesText(coordinates), dir: 'ltr' },
    { label: t('location.initial'), value: coordinatesText(point), dir: 'ltr' },
    { label: t('location.allowed_area'), value: distanceText(user.geo_area, common, locale) },
    { label: t('location.distance'), value: distance },
  ]
  const report = [{ label: t('profile.cash_id'), value: user.cash_id }, ...facts]
  return {
    distance,
    distanceM,
    radiusM: user.geo_area,
    bearing: bearingDeg(point, coordinates),
    facts,
    /** The same as text, for the manager. */
    report: report.map(({ label, value }) => `${label}: ${value}`).join('\n'),
  }
}

export type DistanceFacts = NonNullable<ReturnType<typeof useDistanceFacts>>
