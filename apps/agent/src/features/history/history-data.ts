import { type HistoryItem, listHistory, searchHistory } from '@cashbox/contract'
import { useSearchParams } from 'wouter'
import { call } from '../../platform/call.ts'
import type { Dated } from '../../platform/day-list/day-layout.ts'
import { type ListSource, refreshTops } from '../../platform/day-list/growing-list.tsx'
import { listen } from '../../platform/events.ts'
import { textOf } from '../../platform/fill-defaults.ts'
import { useMonths } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { lastSecondOf, secondsOf } from '../../platform/time/zoned-time.ts'

const historyTypes = ['all', 'deposit', 'withdraw'] as const
type HistoryType = (typeof historyTypes)[number]

interface HistoryFilter {
  readonly type: HistoryType
  readonly month: Month
}

interface SearchFilter {
  readonly search: string
  readonly type: HistoryType
  /** The first and the last second; null for no limit. */
  readonly from: number | null
  readonly to: number | null
}

/** Filters are in the URL, so that going back restores them. */
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

export function useSearchDays(from: string, to: string): Pick<SearchFilter, 'from' | 'to'> {
  const timeZone = useTimezone()
  return { from: secondsOf(from, timeZone), to: lastSecondOf(to, timeZone) }
}

const PAGE_SIZE = 10

type Payment = HistoryItem & Dated

/** Other servers have no reversals, and may send IDs as numbers. */
const payment = (item: HistoryItem): Payment => ({
  ...item,
  id: textOf(item.id),
  transaction_id: textOf(item.transaction_id),
  customer_id: textOf(item.customer_id),
  reversed_at: item.reversed_at ?? null,
  at: item.finished_at,
})

listen('payments-confirmed', () => refreshTops('history'))

export const monthOfHistory = ({ type, month }: HistoryFilter): ListSource<Payment> => ({
  key: ['history', type, month.value],
  fetchPage: async (cursor, signal) => {
    const offset = Number(cursor ?? 0)
    const { list } = await call(
      listHistory,
      {
        from: String(month.from),
        to: String(month.to),
        limit: String(PAGE_SIZE),
        offset: String(offset),
        ...(type === 'all' ? {} : { type }),
      },
      { signal },
    )
    return { list: list.map(payment), next: list.length === PAGE_SIZE ? String(offset + PAGE_SIZE) : null }
  },
})

export const foundInHistory = ({ search, type, from, to }: SearchFilter): ListSource<Payment> => ({
  key: ['history', 'found', search, type, String(from), String(to)],
  fetchPage: async (cursor, signal) => {
    const { list, next_cursor } = await call(
      searchHistory,
      {
        search,
        type,
        ...(from === null ? {} : { from: String(from) }),
        ...(to === null ? {} : { to: String(to) }),
        ...(cursor === null ? {} : { cursor }),
      },
      { signal },
    )
    return { list: list.map(payment), next: next_cursor }
  },
})
