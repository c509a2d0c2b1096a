import { useTranslations } from 'use-intl'
import { ProfitWidget } from '../features/profit/profit-widget.tsx'
import { SixMonths } from '../features/statistics/six-months.tsx'
import { useScreenTitle } from '../platform/screen.tsx'

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
