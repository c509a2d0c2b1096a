import type { MonthReport } from '@cashbox/contract/operator'
import { sumOf } from '../../platform/sums.ts'

export type Figures = Omit<MonthReport['channels'][number], 'code' | 'name'>

export interface MonthRow extends Figures {
  readonly key: string
  /** Null over all of them. */
  readonly month: string | null
  /** Null over all of them. */
  readonly channel: string | null
  /** Everything there was in that time. */
  readonly isTotal: boolean
}

/** The months of one currency, each followed by its channels where there are several; above them what they add up to. */
export function rowsOf(months: readonly MonthReport[]): MonthRow[] {
  const rows = months.flatMap(ofMonth)
  return months.length > 1
    ? [{ key: 'all', month: null, channel: null, isTotal: true, ...totalOf(months) }, ...rows]
    : rows
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

function totalOf(months: readonly MonthReport[]): Figures {
  const moves = (of: keyof Figures) => ({
    count: months.reduce((count, month) => count + month[of].count, 0),
    sum: sumOf(months.map((month) => month[of].sum)),
  })
  const volume = (of: 'deposits' | 'withdrawals') => ({
    ...moves(of),
    fee: sumOf(months.map((month) => month[of].fee)),
  })
  return {
    deposits: volume('deposits'),
    withdrawals: volume('withdrawals'),
    topups: moves('topups'),
    adjustments_added: moves('adjustments_added'),
    adjustments_taken: moves('adjustments_taken'),
    settlements: moves('settlements'),
    payouts: moves('payouts'),
  }
}

/** How long bars are beside each other, from 0 to 1: the largest month is 1, whichever way the money went. */
export function sharesOf(months: readonly MonthReport[]): (sum: string) => number {
  const most = Math.max(
    1,
    ...months.flatMap(({ deposits, withdrawals }) => [Number(deposits.sum), Number(withdrawals.sum)]),
  )
  return (sum) => Number(sum) / most
}
