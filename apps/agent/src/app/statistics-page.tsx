import { ProfitWidget } from '../features/profit/profit-widget.tsx'
import { SixMonths } from '../features/statistics/six-months.tsx'
import { StatisticsTitle } from '../features/statistics/statistics-title.tsx'

export function StatisticsPage() {
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <StatisticsTitle />
      <ProfitWidget hasChart={false} />
      <SixMonths />
    </div>
  )
}
