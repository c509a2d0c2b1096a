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
  const { has_block, channel } = useUser()
  return has_block ? null : <MonthProfit hasChart={hasChart} currency={channel.currency_code} />
}

function MonthProfit({ hasChart, currency }: { hasChart: boolean; currency: string }) {
  const t = useTranslations()
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

function ProfitChart({ profit, isLoading, currency }: ProfitViewProps) {
  const t = useTranslations('profit')
  const { total, deposits, payouts } = useProfitTexts(profit)
  return (
    <>
      <Donut
        label={t('chart_label', { deposits: deposits.amount, payouts: payouts.amount })}
        segments={[
          { key: 'deposits', tone: 'deposit', label: deposits.label, value: Number(profit?.deposits ?? 0n) },
          { key: 'payouts', tone: 'withdraw', label: payouts.label, value: Number(profit?.payouts ?? 0n) },
        ]}
      >
        <p className="text-sm text-ink-soft">{total.label}</p>
        {isLoading ? (
          <Skeleton className="my-1 h-5 w-32" />
        ) : (
          <Money amount={total.amount} currency={currency} size="lg" className="flex-wrap justify-center" />
        )}
        {profit?.total === 0n && <p className="mt-1 text-sm text-ink-soft">{t('empty')}</p>}
      </Donut>
      <ProfitParts deposits={deposits} payouts={payouts} isLoading={isLoading} currency={currency} />
    </>
  )
}

function ProfitFigures({ profit, isLoading, currency }: ProfitViewProps) {
  const { total, deposits, payouts } = useProfitTexts(profit)
  return (
    <>
      <dl className="border-b border-line pb-5">
        <dt className="text-sm text-ink-soft">{total.label}</dt>
        <dd className="flex min-h-9 items-center">
          {isLoading ? (
            <Skeleton className="h-7 w-48" />
          ) : (
            <Money amount={total.amount} currency={currency} size="xl" className="flex-wrap" />
          )}
        </dd>
      </dl>
      <ProfitParts deposits={deposits} payouts={payouts} isLoading={isLoading} currency={currency} />
    </>
  )
}

// Shown instead of zero when the figure is unknown.
const UNKNOWN = '—'

function useProfitTexts(profit: Profit | undefined) {
  const t = useTranslations('profit')
  const money = (amount: bigint | undefined) => (amount === undefined ? UNKNOWN : formatMoney(amount))
  const percent = (share: number | undefined) => (share === undefined ? UNKNOWN : formatPercent(share))
  return {
    total: { label: t('total'), amount: money(profit?.total) },
    deposits: {
      label: t('deposits', { percent: percent(profit?.depositsPercent) }),
      amount: money(profit?.deposits),
    },
    payouts: { label: t('payouts', { percent: percent(profit?.payoutsPercent) }), amount: money(profit?.payouts) },
  }
}

type Part = ReturnType<typeof useProfitTexts>['total']

interface ProfitPartsProps extends Omit<ProfitViewProps, 'profit'> {
  readonly deposits: Part
  readonly payouts: Part
}

function ProfitParts({ deposits, payouts, ...rest }: ProfitPartsProps) {
  const t = useTranslations('profit')
  return (
    <div className="grid gap-3">
      <dl className="grid gap-4">
        <ProfitPart dot="bg-deposit" {...deposits} {...rest} />
        <ProfitPart dot="bg-withdraw" {...payouts} {...rest} />
      </dl>
      <p className="text-sm text-ink-soft">{t('share_note')}</p>
    </div>
  )
}

function ProfitPart({
  dot,
  label,
  amount,
  isLoading,
  currency,
}: Part & Omit<ProfitViewProps, 'profit'> & { dot: string }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <span aria-hidden className={`size-3 rounded-full ${dot}`} />
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="col-start-2 flex min-h-6 items-center">
        {isLoading ? <Skeleton className="h-5 w-32" /> : <Money amount={amount} currency={currency} />}
      </dd>
    </div>
  )
}
