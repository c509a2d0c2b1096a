import type { Minor } from '@cashbox/contract'
import type { MonthStats } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'
import { formatMoney } from '../../platform/time/formats.ts'

export type MonthFigures = ReturnType<typeof figuresOf>

/** Unknown sums have no bars and a dash. */
export const figuresOf = (month: Month, stats: MonthStats | undefined) => ({
  month,
  deposits: figureOf(stats?.depositSum),
  withdrawals: figureOf(stats?.withdrawSum),
})

/** The height of a bar, in hundredths, and its text. */
const figureOf = (sum: Minor | undefined) =>
  sum === undefined ? { value: 0, text: '—' } : { value: Number(sum), text: formatMoney(sum) }

let compact: Intl.NumberFormat | null = null

/** 150000000 hundredths → "1.5M" */
export function compactAmount(hundredths: number): string {
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  return compact.format(hundredths / 100)
}

/** As short as fits below a bar. */
export const monthName = ({ from }: Pick<Month, 'from'>, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(from * 1000)
