import { useSearchParams } from 'wouter'
import { useMonths } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { lastSecondOf, secondsOf } from '../../platform/time/zoned-time.ts'

const historyTypes = ['all', 'deposit', 'withdraw'] as const
type HistoryType = (typeof historyTypes)[number]

export interface HistoryFilter {
  readonly type: HistoryType
  readonly month: Month
}

export interface SearchFilter {
  readonly search: string
  readonly type: HistoryType
  /** The first and the last second; null for no limit. */
  readonly from: number | null
  readonly to: number | null
}

/** What is shown is in the address, so that going back finds it again. */
export function useHistoryFilter() {
  const months = useMonths()
  const [params, setParams] = useSearchParams()
  const setParam = (name: 'type' | 'month' | 'search' | 'from' | 'to', value: string, otherwise = '') =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        if (value === otherwise) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const [current] = months
  const month = months.find(({ value }) => value === params.get('month')) ?? current
  return {
    months,
    month,
    type: historyTypes.find((known) => known === params.get('type')) ?? 'all',
    search: params.get('search') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    chooseType: (value: string) => setParam('type', value, 'all'),
    chooseMonth: (value: string) => setParam('month', value, current.value),
    setParam,
  }
}

/** The days of a search as moments, in the agent's time zone. */
export function useSearchDays(from: string, to: string): Pick<SearchFilter, 'from' | 'to'> {
  const timeZone = useTimezone()
  return { from: secondsOf(from, timeZone), to: lastSecondOf(to, timeZone) }
}
