import type { User } from '@cashbox/contract'
import { MapSketch, Row, RowGroup } from '@cashbox/ui'
import { MapPinOff } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Disc } from '../../platform/agent-parts.tsx'
import { bearingDeg, coordinatesText, distanceText, metersText } from '../../platform/location/distance.ts'
import { pointOf, useLocationState } from '../../platform/location/location.ts'

export function OutsideArea({ distanceFacts }: { distanceFacts: DistanceFacts }) {
  const t = useTranslations('location')
  const { distance, distanceM, radiusM, bearing, facts } = distanceFacts
  return (
    <>
      <MapSketch
        distanceM={distanceM}
        radiusM={radiusM}
        bearingDeg={bearing}
        label={t('map_label', { distance })}
        pointLabel={t('point')}
        youLabel={t('you')}
      />
      <div className="grid gap-2 text-center">
        <h1 className="text-lg font-semibold text-balance">{t('outside')}</h1>
        <p className="text-ink-soft">{t('outside_help')}</p>
      </div>
      <RowGroup>
        {facts.map(({ label, value, dir }) => (
          <Row
            key={label}
            label={label}
            value={
              <bdi dir={dir} className="tabular-nums">
                {value}
              </bdi>
            }
          />
        ))}
      </RowGroup>
    </>
  )
}

export function NoLocation({ address }: { address: string }) {
  const t = useTranslations('location')
  const { isDenied } = useLocationState()
  return (
    <>
      <div className="my-auto grid justify-items-center gap-4 text-center">
        <Disc size="xl" className="bg-warning-soft text-warning-ink" icon={<MapPinOff />} />
        <h1 className="text-lg font-semibold text-balance">{t('denied')}</h1>
        <p className="text-ink-soft">
          {t(window.isSecureContext ? (isDenied ? 'denied_help' : 'unavailable_help') : 'insecure_help')}
        </p>
      </div>
      <bdi dir="ltr" className="rounded-2xl bg-sunken px-4 py-3 text-center break-all text-ink-soft select-all">
        {address}
      </bdi>
    </>
  )
}

/** Null while the location or the point is unknown. */
export function useDistanceFacts(user: User) {
  const t = useTranslations()
  const common = useTranslations('common')
  const locale = useLocale()
  const { coordinates, distanceM } = useLocationState()
  const point = pointOf(user)
  if (!coordinates || !point || distanceM === null) return null
  const distance = distanceText(distanceM, common, locale)
  const facts: { label: string; value: string; dir?: 'ltr' }[] = [
    { label: t('location.current'), value: coordinatesText(coordinates), dir: 'ltr' },
    { label: t('location.initial'), value: coordinatesText(point), dir: 'ltr' },
    { label: t('location.allowed_area'), value: metersText(user.geo_area, common, locale) },
    { label: t('location.distance'), value: distance },
  ]
  const report = [{ label: t('profile.cash_id'), value: user.cash_id }, ...facts]
  return {
    distance,
    distanceM,
    radiusM: user.geo_area,
    bearing: bearingDeg(point, coordinates),
    facts,
    report: report.map(({ label, value }) => `${label}: ${value}`).join('\n'),
  }
}

type DistanceFacts = NonNullable<ReturnType<typeof useDistanceFacts>>
