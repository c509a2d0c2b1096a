import { Bars, EmptyState, IconButton } from '@cashbox/ui'
import { ChartColumn, RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { TitledCard } from '../../platform/agent-parts.tsx'
import { useWords } from '../../platform/language/language.ts'
import { useLogged } from '../../platform/settings.ts'
import { BarsSkeleton } from './bars-skeleton.tsx'
import { compactAmount, type MonthFigures, monthName } from './month-figures.ts'
import { MonthsTable } from './months-table.tsx'
import { useSixMonths } from './use-six-months.ts'

const SHORT_NAME_LENGTH = 5

/** Deposits and withdrawals of the last six months as bars, and the same numbers as a table. */
export function SixMonths() {
  const t = useTranslations('statistics')
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
      aside={error && <Retry isBusy={isRetrying} onClick={retry} />}
    >
      {isLoading ? <BarsSkeleton /> : <MonthBars months={months} />}
      <MonthsTable months={months} isLoading={isLoading} />
    </TitledCard>
  )
}

function Retry({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const t = useTranslations('common')
  return <IconButton label={t('retry')} icon={<RotateCw aria-hidden />} isBusy={isBusy} onClick={onClick} />
}

function MonthBars({ months }: { months: readonly MonthFigures[] }) {
  const t = useTranslations('statistics')
  const { language } = useWords()
  const names = months.map(({ month }) => monthName(month, language))
  // Where the names of months are long, the bars need the room.
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
