import type { Today } from '@cashbox/contract/operator'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { column, figure } from '../../platform/list/use-list.ts'
import { formatAge, formatCoins, formatWhole } from '../../platform/values/formats.ts'
import { Amount, CountedAmount, IconBadge, When } from '../../platform/values/values.tsx'
import { useCoinName } from './alert-list.tsx'
import { Line, Lines, Nothing, WatchSection } from './watch-section.tsx'

type Float = Today['floats'][number]

interface TopupLineProps {
  readonly label: string
  readonly topups: Today['topups']['confirming'][number]
}

type Volume = Today['volumes'][number]

export function Floats({ today: { floats } }: { today: Today }) {
  const t = useTranslations('watch.floats')
  const columns = useColumns()
  return (
    <WatchSection id="floats" title={t('title')} text={t('text')}>
      {floats.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <DataTable label={t('title')} columns={columns} rows={floats} keyOf={({ currency_code }) => currency_code} />
      )}
    </WatchSection>
  )
}

function useColumns(): readonly TableColumn<Float>[] {
  const t = useTranslations('watch.floats')
  const count = (of: 'below_zero' | 'low_float', tone: string) =>
    figure<Float>(of, t(of), (row) => (
      <span className={row[of] > 0 ? tone : 'text-ink-soft'}>{formatWhole(row[of])}</span>
    ))
  return [
    column('currency', t('currency'), ({ currency_code, agents }) => (
      <span className="inline-grid">
        <span className="font-semibold">{currency_code}</span>
        <span className="text-sm text-ink-soft">{t('agents', { count: agents })}</span>
      </span>
    )),
    figure('balance', t('balance'), ({ balance }) => <Amount amount={balance} />),
    count('below_zero', 'font-semibold text-danger'),
    count('low_float', 'font-semibold text-pending'),
    figure('credit', t('credit_used'), ({ credit_used, credit_lines }) => (
      <span className="inline-grid justify-items-end">
        <Amount amount={credit_used} />
        <span className="text-sm text-ink-soft">
          {t('credit_of')} <Amount amount={credit_lines} />
        </span>
      </span>
    )),
    figure('commission', t('commission'), ({ commission }) => <Amount amount={commission} />),
  ]
}

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

export function Volumes({ today: { day, volumes } }: { today: Today }) {
  const t = useTranslations('watch.volumes')
  const columns = useVolumeColumns()
  return (
    <WatchSection id="volumes" title={t('title')} text={t('day', { day })}>
      {volumes.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <DataTable label={t('title')} columns={columns} rows={volumes} keyOf={({ currency_code }) => currency_code} />
      )}
    </WatchSection>
  )
}

function useVolumeColumns(): readonly TableColumn<Volume>[] {
  const t = useTranslations('watch.volumes')
  return [
    column('currency', t('currency'), ({ currency_code }) => <span className="font-semibold">{currency_code}</span>),
    figure('deposits', t('deposits'), ({ deposits }) => <CountedAmount {...deposits} />),
    figure('withdrawals', t('withdrawals'), ({ withdrawals }) => <CountedAmount {...withdrawals} />),
    figure('fees', t('fees'), ({ fees }) => <Amount amount={fees} />),
    figure('topups', t('topups'), ({ topups }) => <CountedAmount {...topups} />),
  ]
}

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
              {is_stale && <IconBadge style={['rejected', Hourglass]}>{t('rates.stale')}</IconBadge>}
            </Line>
          ))}
        </Lines>
      )}
    </WatchSection>
  )
}
