import type { Today } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { formatCoins } from '../../platform/formats.ts'
import { When } from '../../platform/values.tsx'
import { useCoinName } from './display-names.ts'
import { Line, Lines, Nothing, WatchSection } from './watch-section.tsx'

/** Top-ups that are not in a float yet. */
export function TopupsSection({ today: { topups } }: { today: Today }) {
  const t = useTranslations('watch')
  const tReason = useTranslations('money.held.reasons')
  const { confirming, held } = topups
  return (
    <WatchSection id="topups" title={t('topups.title')} link={{ href: '/held-topups', label: t('links.held_topups') }}>
      {confirming.length + held.length === 0 ? (
        <Nothing text={t('topups.none')} />
      ) : (
        <Lines>
          {confirming.map((one) => (
            <TopupLine key={one.coin} topups={one} label={t('topups.confirming')} />
          ))}
          {held.map((one) => (
            <TopupLine
              key={`${one.reason} ${one.coin}`}
              topups={one}
              label={`${t('topups.held')}: ${tReason(one.reason)}`}
            />
          ))}
        </Lines>
      )}
    </WatchSection>
  )
}

interface TopupLineProps {
  readonly label: string
  readonly topups: Today['topups']['confirming'][number]
}

function TopupLine({ label, topups: { coin, count, sum, oldest_at } }: TopupLineProps) {
  const t = useTranslations('watch.topups')
  const coinName = useCoinName()
  return (
    <Line
      label={label}
      hint={
        <>
          {t('oldest')} <When seconds={oldest_at} />
        </>
      }
    >
      <span className="font-semibold tabular-nums">{t('count', { count })}</span>
      <span className="text-sm text-ink-soft tabular-nums">
        {formatCoins(sum)} {coinName(coin)}
      </span>
    </Line>
  )
}
