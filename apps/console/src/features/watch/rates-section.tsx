import type { Today } from '@cashbox/contract/operator'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAge } from '../../platform/formats.ts'
import { LookBadge } from '../../platform/look-badge.tsx'
import { Line, Lines, Nothing, WatchSection } from './watch-section.tsx'

/** How old the rates are. */
export function RatesSection({ today: { rates } }: { today: Today }) {
  const t = useTranslations('watch')
  return (
    <WatchSection id="rates" title={t('rates.title')} link={{ href: '/rates', label: t('links.rates') }}>
      {rates.length === 0 ? (
        <Nothing text={t('rates.none')} />
      ) : (
        <Lines>
          {rates.map(({ coin, currency_code, source, age_s, is_stale }) => (
            <Line key={`${coin} ${currency_code}`} label={`${coin} → ${currency_code}`} hint={t(`rates.${source}`)}>
              <span className="tabular-nums">{t('rates.age', { age: formatAge(age_s) })}</span>
              {is_stale && <LookBadge look={['rejected', Hourglass]}>{t('rates.stale')}</LookBadge>}
            </Line>
          ))}
        </Lines>
      )}
    </WatchSection>
  )
}
