import { Bars, EmptyState, IconButton, Skeleton } from '@cashbox/ui'
import { NumbersTable } from '@cashbox/ui/chart'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { ChartColumn, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TitledCard } from '../../platform/agent-parts.tsx'
import { useLanguage } from '../../platform/language/language.ts'
import { useIsSlow, useScreenTitle } from '../../platform/screen.tsx'
import { useLogged } from '../../platform/settings.ts'
import { type MonthStats, monthStats, useMonths } from '../../platform/stats.ts'
import { compactAmount, figuresOf, type MonthFigures, monthName } from './month-figures.ts'
import { ProfitWidget } from './profit-widget.tsx'

export function StatisticsPage() {
  const t = useTranslations('statistics')
  useScreenTitle(t('title'))
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <h1 className="text-xl font-semibold lg:col-span-2">{t('title')}</h1>
      <ProfitWidget hasChart={false} />
      <SixMonths />
    </div>
  )
}

const SHORT_NAME_LENGTH = 5

function SixMonths() {
  const t = useTranslations('statistics')
  const common = useTranslations('common')
  const { months, isLoading, isRetrying, isEmpty, error, retry } = useSixMonths()
  useLogged('some months could not be loaded', error)
  if (isEmpty) {
    return (
      <TitledCard title={t('chart_title')} isLoading={false}>
        <EmptyState icon={<ChartColumn aria-hidden />} title={t('empty')} />
      </TitledCard>
    )
  }
  return (
    <TitledCard
      title={t('chart_title')}
      isLoading={isLoading}
      aside={
        error && (
          <IconButton label={common('retry')} icon={<RotateCw aria-hidden />} isBusy={isRetrying} onClick={retry} />
        )
      }
    >
      {isLoading ? <BarsSkeleton /> : <MonthBars months={months} />}
      <MonthsTable months={months} isLoading={isLoading} />
    </TitledCard>
  )
}

function MonthBars({ months }: { months: readonly MonthFigures[] }) {
  const t = useTranslations('statistics')
  const { language } = useLanguage()
  const names = months.map(({ month }) => monthName(month, language))
  // Long month names need the room of the scale.
  const hasScale = names.every((name) => name.length <= SHORT_NAME_LENGTH)
  return (
    <Bars
      label={t('chart_label')}
      formatTick={hasScale ? compactAmount : undefined}
      series={[
        { tone: 'deposit', label: t('deposits') },
        { tone: 'withdraw', label: t('withdrawals') },
      ]}
      groups={months.map(({ month, deposits, withdrawals }, index) => ({
        key: month.value,
        label: names[index] ?? '',
        values: [
          { tone: 'deposit', ...deposits },
          { tone: 'withdraw', ...withdrawals },
        ],
      }))}
    />
  )
}

/** Hidden from screen readers until there is something to read. */
function MonthsTable({ months, isLoading }: { months: readonly MonthFigures[]; isLoading: boolean }) {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <div aria-hidden={isLoading} className="overflow-x-auto">
      <NumbersTable
        label={t('statistics.chart_label')}
        rowLabel={t('common.month')}
        columns={[t('statistics.deposits'), t('statistics.withdrawals')]}
        rows={months.map(({ month, deposits, withdrawals }) => ({
          key: month.value,
          label: monthName(month, language),
          texts: isLoading ? [SKELETON, SKELETON] : [deposits.text, withdrawals.text],
        }))}
        className="w-full border-collapse text-sm tabular-nums [&_tbody_tr]:h-11 [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_td]:font-semibold [&_thead]:text-ink-soft [&_thead_th]:pb-2 [&_thead_th]:font-normal"
      />
    </div>
  )
}

const SKELETON = <Skeleton className="ms-auto h-4 w-20" />

const HEIGHTS = ['h-28', 'h-32', 'h-24', 'h-36', 'h-40', 'h-20']

function BarsSkeleton() {
  const t = useTranslations()
  const isSlow = useIsSlow()
  return (
    <div className="flex h-73 flex-col justify-between pb-9">
      <div role="status" className="flex h-11 items-center text-sm text-ink-soft">
        {isSlow ? t('offline.slow') : <Skeleton className="h-8 w-56" />}
        {!isSlow && <span className="sr-only">{t('common.loading')}</span>}
      </div>
      <div className="flex h-48 items-end justify-around border-b border-line">
        {HEIGHTS.map((height) => (
          <Skeleton key={height} className={`w-9 rounded-b-none! ${height}`} />
        ))}
      </div>
    </div>
  )
}

function useSixMonths() {
  const newestFirst = useMonths()
  const months = useMemo(() => newestFirst.toReversed(), [newestFirst])
  const { stats, ...state } = useQueries({ queries: months.map((month) => monthStats(month)), combine })
  return { ...state, months: months.map((month, index) => figuresOf(month, stats[index])) }
}

function combine(results: UseQueryResult<MonthStats>[]) {
  const failed = results.filter(({ isError }) => isError)
  return {
    stats: results.map(({ data }) => data),
    isLoading: results.some(({ isPending }) => isPending),
    isEmpty: results.every(({ data }) => data?.depositSum === 0n && data.withdrawSum === 0n),
    isRetrying: failed.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
