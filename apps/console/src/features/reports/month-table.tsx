import type { MonthReport, MonthsTotal } from '@cashbox/contract/operator'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { VolumeChart } from '../../platform/charts/volume-chart.tsx'
import type { DrawnMonth } from './month-columns.tsx'
import { isCurrent, pointsOf } from './month-points.ts'
import { rowsOf, sharesOf } from './month-rows.ts'

interface MonthTableProps {
  readonly columns: readonly TableColumn<DrawnMonth>[]
  readonly total: MonthsTotal
  readonly months: readonly MonthReport[]
  /** When the figures were counted. */
  readonly asOf: number | null
  readonly isStale: boolean
}

/** The months of one currency. */
export function MonthTable({ columns, total, months, asOf, isStale }: MonthTableProps) {
  const { currency_code: currency } = total
  const shareOf = sharesOf(months)
  return (
    <div className="grid min-w-0 gap-4">
      {months.length > 1 && (
        <VolumeChart points={pointsOf(months)} currency={currency} step="month" isLastOpen={isCurrent(months, asOf)} />
      )}
      <h2 className="font-semibold">{currency}</h2>
      <DataTable
        label={currency}
        columns={columns}
        rows={rowsOf(months, total).map((row) => ({
          ...row,
          share: { deposits: shareOf(row.deposits.sum), withdrawals: shareOf(row.withdrawals.sum) },
        }))}
        keyOf={({ key }) => key}
        isStale={isStale}
      />
    </div>
  )
}
