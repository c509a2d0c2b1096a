import type { MonthReport, MonthsTotal, VolumePoint } from '@cashbox/contract/operator'

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

/** Oldest first. Months without movements are included. */
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
