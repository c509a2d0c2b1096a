import { type MonthReport, type MonthsTotal, reportMonths, type VolumePoint } from '@cashbox/contract/operator'
import { Card, cn, EmptyState } from '@cashbox/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { VolumeChart } from '../../platform/charts/chart-set.tsx'
import { textAt } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { type Filters, ListFilterBar, optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListHead } from '../../platform/list/list-page.tsx'
import { type ListView, useListView } from '../../platform/list/view-menu.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer } from '../../platform/session/session.ts'
import { useCurrencies } from '../../platform/values/channels.ts'
import { formatDate } from '../../platform/values/dates.ts'
import { CountedAmount, LabelledTime } from '../../platform/values/values.tsx'

interface MonthsProps {
  readonly filters: Pick<Filters<'currency' | 'from' | 'to'>, 'values' | 'isAny'>
  readonly view: ListView<DrawnMonth>
}

export function ReportsPage() {
  const month = { type: 'month' } as const
  const filters = useListFilters({
    currency: { label: textAt('reports.currency'), options: optionsOf(useCurrencies()) },
    from: { ...month, label: textAt('common.from') },
    to: { ...month, label: textAt('common.to') },
  })
  const view = useListView('months', ['currency', 'from', 'to'], monthColumns())
  return (
    <>
      <ListHead list={{ list: 'months', view, exported: { table: 'months', filters: filters.values } }} />
      <ListFilterBar filters={filters} />
      <Months filters={filters} view={view} />
    </>
  )
}

function Months({ filters, view }: MonthsProps) {
  const query = useAnswer(reportMonths, filters.values, { placeholderData: keepPreviousData })
  return (
    <Loaded query={query}>
      {({ list, totals, as_of }) => (
        <>
          {totals.map((total) => (
            <MonthTable
              key={total.currency_code}
              view={view}
              total={total}
              months={list.filter(({ currency_code }) => currency_code === total.currency_code)}
              span={spanOf(list)}
              asOf={as_of}
              isStale={query.isPlaceholderData}
            />
          ))}
          {list.length === 0 && (
            <Card>
              <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={textAt('reports.none')}>
                {filters.isAny ? textAt('common.no_match_text') : textAt('reports.none_text')}
              </EmptyState>
            </Card>
          )}
          <LabelledTime label={textAt('reports.counted')} seconds={as_of} />
        </>
      )}
    </Loaded>
  )
}

interface MonthTableProps {
  readonly view: ListView<DrawnMonth>
  readonly total: MonthsTotal
  readonly months: readonly MonthReport[]
  /** The first and the last month of all currencies: their charts stand below each other. */
  readonly span: readonly [first: string, last: string] | null
  /** When the figures were counted. */
  readonly asOf: number | null
  readonly isStale: boolean
}

/** A month with the lengths of its bars, from 0 to 1. */
export interface DrawnMonth extends MonthRow {
  readonly share: { readonly deposits: number; readonly withdrawals: number }
}

export function MonthTable({ view, total, months, span, asOf, isStale }: MonthTableProps) {
  const { currency_code: currency } = total
  const shareOf = sharesOf(months)
  return (
    <div className="grid min-w-0 gap-4">
      {span !== null && span[0] !== span[1] && (
        <VolumeChart
          points={pointsOf(months, span)}
          currency={currency}
          step="month"
          isLastOpen={isCurrent(months, asOf)}
        />
      )}
      <h2 className="font-semibold">{currency}</h2>
      <DataTable
        label={currency}
        columns={view.columns}
        state={view.tableState}
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

export function monthColumns(): readonly TableColumn<DrawnMonth>[] {
  const volume = (of: 'deposits' | 'withdrawals') =>
    figure<DrawnMonth>(of, textAt(`reports.${of}`), (row) => (
      <span className="inline-grid min-w-24 justify-items-end">
        <CountedAmount {...row[of]} />
        {row.month !== null && row[of].count > 0 && <Bar of={of} share={row.share[of]} />}
      </span>
    ))
  const moves = (of: 'topups' | 'commission_credits' | 'payouts') =>
    figure<DrawnMonth>(of, textAt(`reports.${of}`), (row) => <CountedAmount of="entries" {...row[of]} />)
  return [
    column('month', textAt('reports.month'), (row) => <Name row={row} />),
    volume('deposits'),
    volume('withdrawals'),
    sum('fees', textAt('reports.fees'), ({ fees }) => [fees]),
    moves('topups'),
    figure('adjustments', textAt('reports.adjustments'), (row) => <Adjustments row={row} />),
    moves('commission_credits'),
    moves('payouts'),
  ]
}

/** Totals are set apart from their parts. */
const Name = ({ row: { month, channel, isTotal } }: { row: MonthRow }) => (
  <span className="inline-grid whitespace-nowrap max-sm:justify-items-end">
    <span className={isTotal ? 'font-semibold' : 'text-ink-soft'}>
      {month === null ? textAt('reports.all_months') : formatDate(month)}
    </span>
    <span className={isTotal ? 'text-sm text-ink-soft' : ''}>{channel ?? textAt('reports.all_channels')}</span>
  </span>
)

function Adjustments({ row: { adjustments_added: added, adjustments_taken: taken } }: { row: MonthRow }) {
  if (added.count + taken.count === 0) return <CountedAmount of="entries" {...added} />
  return (
    <span className="inline-grid justify-items-end">
      {added.count > 0 && <CountedAmount of="entries" {...added} />}
      {taken.count > 0 && <CountedAmount of="entries" count={taken.count} sum={`-${taken.sum}`} />}
    </span>
  )
}

const Bar = ({ of, share }: { of: 'deposits' | 'withdrawals'; share: number }) => (
  <span aria-hidden className="mt-1 flex h-1 w-24 justify-end rounded-full bg-sunken">
    <span
      className={cn('rounded-full', of === 'deposits' ? 'bg-deposit' : 'bg-withdraw')}
      style={{ width: `${share * 100}%` }}
    />
  </span>
)

export interface MonthRow extends Omit<MonthsTotal, 'currency_code'> {
  readonly key: string
  /** Null for all. */
  readonly month: string | null
  /** Null for all. */
  readonly channel: string | null
  readonly isTotal: boolean
}

const nothing = { count: 0, sum: '0.00', fee: '0.00' }

/** Each month is followed by its channels if there are several. A total over all months comes first. */
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

/** Lengths of bars from 0 to 1, relative to the largest deposits or withdrawals of any month. */
export function sharesOf(months: readonly MonthReport[]): (sum: string) => number {
  const most = Math.max(
    1,
    ...months.flatMap(({ deposits, withdrawals }) => [Number(deposits.sum), Number(withdrawals.sum)]),
  )
  return (sum) => Number(sum) / most
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`) / 1000

export function spanOf(months: readonly MonthReport[]): readonly [first: string, last: string] | null {
  const named = months.map(({ month }) => month).toSorted()
  const [first, last] = [named[0], named.at(-1)]
  return first === undefined || last === undefined ? null : [first, last]
}

/** Oldest first. Months without movements are included. */
export function pointsOf(newestFirst: readonly MonthReport[], span = spanOf(newestFirst)): VolumePoint[] {
  const months = new Map(newestFirst.map((month) => [month.month, month]))
  if (span === null) return []
  const [first, last] = span
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
