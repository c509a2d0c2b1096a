import { Donut, Money, NativeSelect, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TitledCard } from '../../platform/agent-parts.tsx'
import { useUser } from '../../platform/session/user.ts'
import { useLogged } from '../../platform/settings.ts'
import { monthStats, useMonths } from '../../platform/stats.ts'
import { formatMoney, formatPercent } from '../../platform/time/formats.ts'
import { type Profit, profitOf } from './profit.ts'

export function ProfitWidget({ hasChart }: { hasChart: boolean }) {
  const t = useTranslations()
  const currency = useUser().channel.currency_code
  const months = useMonths()
  const [chosen, setChosen] = useState<string | null>(null)
  const month = months.find(({ value }) => value === chosen) ?? months[0]
  const { data, error, isPending } = useQuery(monthStats(month))
  useLogged('the profit could not be loaded', error)
  const View = hasChart ? ProfitChart : ProfitFigures
  return (
    <TitledCard
      title={t('profit.title')}
      isLoading={isPending}
      aside={
        <NativeSelect
          label={t('common.month')}
          isLabelHidden
          value={month.value}
          onValueChange={setChosen}
          options={months}
        />
      }
    >
      <View profit={data && profitOf(data)} isLoading={isPending} currency={currency} />
    </TitledCard>
  )
}

interface ProfitViewProps {
  /** Undefined while loading and after a failure. */
  readonly profit: Profit | undefined
  readonly isLoading: boolean
  readonly currency: string
}

function ProfitChart(props: ProfitViewProps) {
  const t = useTranslations('profit')
  const { profit, isLoading, currency } = props
  const amount = moneyOf(profit?.total)
  return (
    <>
      <Donut
        label={t('chart_label', { deposits: moneyOf(profit?.deposits), payouts: moneyOf(profit?.payouts) })}
        segments={[
          { key: 'deposits', tone: 'deposit', value: Number(profit?.deposits ?? 0n) },
          { key: 'payouts', tone: 'withdraw', value: Number(profit?.payouts ?? 0n) },
        ]}
      >
        <p className="text-sm text-ink-soft">{t('total')}</p>
        {isLoading ? (
          <Skeleton className="my-1 h-5 w-32" />
        ) : (
          <Money amount={amount} currency={currency} size="lg" className="flex-wrap justify-center" />
        )}
        {profit?.total === 0n && <p className="mt-1 text-sm text-ink-soft">{t('empty')}</p>}
      </Donut>
      <ProfitParts {...props} />
    </>
  )
}

function ProfitFigures(props: ProfitViewProps) {
  const t = useTranslations('profit')
  const { profit, isLoading, currency } = props
  return (
    <>
      <dl className="border-b border-line pb-5">
        <dt className="text-sm text-ink-soft">{t('total')}</dt>
        <dd className="flex min-h-9 items-center">
          {isLoading ? (
            <Skeleton className="h-7 w-48" />
          ) : (
            <Money amount={moneyOf(profit?.total)} currency={currency} size="xl" className="flex-wrap" />
          )}
        </dd>
      </dl>
      <ProfitParts {...props} />
    </>
  )
}

// Shown instead of zero when the figure is unknown.
const UNKNOWN = '—'

const moneyOf = (amount: bigint | undefined) => (amount === undefined ? UNKNOWN : formatMoney(amount))
const percentOf = (share: number | undefined) => (share === undefined ? UNKNOWN : formatPercent(share))

function ProfitParts({ profit, isLoading, currency }: ProfitViewProps) {
  const t = useTranslations('profit')
  const part = (dot: string, label: string, amount: bigint | undefined) => (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <span aria-hidden className={`size-3 rounded-full ${dot}`} />
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="col-start-2 flex min-h-6 items-center">
        {isLoading ? <Skeleton className="h-5 w-32" /> : <Money amount={moneyOf(amount)} currency={currency} />}
      </dd>
    </div>
  )
  return (
    <div className="grid gap-3">
      <dl className="grid gap-4">
        {part('bg-deposit', t('deposits', { percent: percentOf(profit?.depositsPercent) }), profit?.deposits)}
        {part('bg-withdraw', t('payouts', { percent: percentOf(profit?.payoutsPercent) }), profit?.payouts)}
      </dl>
      <p className="text-sm text-ink-soft">{t('share_note')}</p>
    </div>
  )
}
