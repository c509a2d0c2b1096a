import type { MonthReport, VolumePoint } from '@cashbox/contract/operator'

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

const nothing = { count: 0, sum: '0.00', fee: '0.00' }

function monthAfter(month: string) {
  const date = new Date(startOf(month) * 1000)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** Whether the newest month was still going on when it was counted. */
export const isCurrent = ([newest]: readonly MonthReport[], asOf: number | null): boolean =>
  newest !== undefined && asOf !== null && asOf < startOf(monthAfter(newest.month))
