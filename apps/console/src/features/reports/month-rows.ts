import type { MonthReport, MonthsTotal } from '@cashbox/contract/operator'

export interface MonthRow extends Omit<MonthsTotal, 'currency_code'> {
  readonly key: string
  /** Null over all of them. */
  readonly month: string | null
  /** Null over all of them. */
  readonly channel: string | null
  /** Everything there was in that time. */
  readonly isTotal: boolean
}

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
