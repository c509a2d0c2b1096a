import { MapSketch, Row, RowGroup } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { DistanceFacts } from './use-distance-facts.ts'

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
