import type { MonthReport, MonthsTotal, VolumePoint } from '@cashbox/contract/operator'
import { cn } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { VolumeChart } from '../../platform/charts/volume-chart.tsx'
import { Amount, CountedAmount } from '../../platform/values/values.tsx'

interface MonthTableProps {
  readonly columns: readonly TableColumn<DrawnMonth>[]
  readonly total: MonthsTotal
  readonly months: readonly MonthReport[]
  /** When the figures were counted. */
  readonly asOf: number | null
  readonly isStale: boolean
}

/** A month with the lengths of its bars, from 0 to 1. */
export interface DrawnMonth extends MonthRow {
  readonly share: { readonly deposits: number; readonly withdrawals: number }
}

interface MonthRow extends Omit<MonthsTotal, 'currency_code'> {
  readonly key: string
  /** Null over all of them. */
  readonly month: string | null
  /** Null over all of them. */
  readonly channel: string | null
  /** Everything there was in that time. */
  readonly isTotal: boolean
}

const nothing = { count: 0, sum: '0.00', fee: '0.00' }

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

export function useMonthColumns(): readonly TableColumn<DrawnMonth>[] {
  const t = useTranslations('reports')
  const volume = (of: 'deposits' | 'withdrawals'): TableColumn<DrawnMonth> => ({
    id: of,
    header: t(of),
    cell: (row) => (
      <span className="inline-grid min-w-24 justify-items-end">
        <CountedAmount {...row[of]} />
        {row.month !== null && row[of].count > 0 && <Bar of={of} share={row.share[of]} />}
      </span>
    ),
    isFigure: true,
  })
  const moves = (of: 'topups' | 'settlements' | 'payouts'): TableColumn<DrawnMonth> => ({
    id: of,
    header: t(of),
    cell: (row) => <CountedAmount {...row[of]} />,
    isFigure: true,
  })
  return [
    { id: 'month', header: t('month'), cell: (row) => <Name row={row} /> },
    volume('deposits'),
    volume('withdrawals'),
    { id: 'fees', header: t('fees'), cell: ({ fees }) => <Amount amount={fees} />, isFigure: true },
    moves('topups'),
    { id: 'adjustments', header: t('adjustments'), cell: (row) => <Adjustments row={row} />, isFigure: true },
    moves('settlements'),
    moves('payouts'),
  ]
}

/** Sums are set apart from their parts. */
function Name({ row: { month, channel, isTotal } }: { row: MonthRow }) {
  const t = useTranslations('reports')
  return (
    <span className="inline-grid whitespace-nowrap max-sm:justify-items-end">
      <span className={isTotal ? 'font-semibold' : 'text-ink-soft'}>{month ?? t('all_months')}</span>
      <span className={isTotal ? 'text-sm text-ink-soft' : ''}>{channel ?? t('all_channels')}</span>
    </span>
  )
}

/** What operators added and took. */
function Adjustments({ row: { adjustments_added: added, adjustments_taken: taken } }: { row: MonthRow }) {
  if (added.count + taken.count === 0) return <CountedAmount {...added} />
  return (
    <span className="inline-grid justify-items-end">
      {added.count > 0 && <CountedAmount {...added} />}
      {taken.count > 0 && <CountedAmount count={taken.count} sum={`-${taken.sum}`} />}
    </span>
  )
}

/** The same as the amount above it, for the eye. */
const Bar = ({ of, share }: { of: 'deposits' | 'withdrawals'; share: number }) => (
  <span aria-hidden className="mt-1 flex h-1 w-24 justify-end rounded-full bg-sunken">
    <span
      className={cn('rounded-full', of === 'deposits' ? 'bg-deposit' : 'bg-withdraw')}
      style={{ width: `${share * 100}%` }}
    />
  </span>
)

/** The months of one currency, each followed by its channels where there are several; above them what they add up to. */
export function rowsOf(
  months: readonly MonthReport[],
  { currency_code: _currency, ...total }: MonthsTotal,
): MonthRow[] {
  const rows = months.flatMap(ofMonth)
  return months.length > 1 ? [{ key: 'all', month: null, channel: null, isTotal: true, ...total }, ...rows] : rows
}

function ofMonth({ month, channels, currency_code: _currency, ...figures }: MonthReport): MonthRow[] {
  const [only] = channels
  if (only && channels.length === 1) return [{ key: month, month, channel: only.name, isTotal: true, ...figures }]
  return [
    { key: month, month, channel: null, isTotal: true, ...figures },
    ...channels.map(({ code, name, ...part }) => ({
      key: `${month} ${code}`,
      month,
      channel: name,
      isTotal: false,
      ...part,
    })),
  ]
}

/** How long bars are beside each other, from 0 to 1: the largest month is 1, whichever way the money went. */
export function sharesOf(months: readonly MonthReport[]): (sum: string) => number {
  const most = Math.max(
    1,
    ...months.flatMap(({ deposits, withdrawals }) => [Number(deposits.sum), Number(withdrawals.sum)]),
  )
  return (sum) => Number(sum) / most
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`) / 1000

/** The months of one currency as the points of a chart, oldest first; a month in which nothing moved is in it too. */
export function pointsOf(newestFirst: readonly MonthReport[]): VolumePoint[] {
  const months = new Map(newestFirst.map((month) => [month.month, month]))
  const [first, last] = [newestFirst.at(-1)?.month, newestFirst[0]?.month]
  if (!first || !last) return []
  const points: VolumePoint[] = []
  for (let month = first; month <= last; month = monthAfter(month)) {
    const { deposits = nothing, withdrawals = nothing, topups = { count: 0, sum: '0.00' } } = months.get(month) ?? {}
    points.push({ at: startOf(month), deposits, withdrawals, topups })
  }
  return points
}

function monthAfter(month: string) {
  const date = new Date(startOf(month) * 1000)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** Whether the newest month was still going on when it was counted. */
export const isCurrent = ([newest]: readonly MonthReport[], asOf: number | null): boolean =>
  newest !== undefined && asOf !== null && asOf < startOf(monthAfter(newest.month))
