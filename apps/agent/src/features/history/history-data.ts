import { type HistoryItem, listHistory, searchHistory } from '@cashbox/contract'
import { call, textOf } from '../../platform/call.ts'
import type { Dated } from '../../platform/day-list/day-layout.ts'
import { type ListSource, refreshTops } from '../../platform/day-list/growing-list.tsx'
import { type Bounds, inQuery, useUrlFilters } from '../../platform/day-list/url-filters.ts'
import { listen } from '../../platform/events.ts'
import { useMonths } from '../../platform/stats.ts'
import type { Month } from '../../platform/time/calendar.ts'

const historyTypes = ['all', 'deposit', 'withdraw'] as const
type HistoryType = (typeof historyTypes)[number]

interface SearchFilter extends Bounds {
  readonly search: string
  readonly type: HistoryType
}

export function useHistoryFilter() {
  const months = useMonths()
  const { read, choose } = useUrlFilters()
  const [current] = months
  return {
    months,
    month: months.find(({ value }) => value === read('month')) ?? current,
    type: historyTypes.find((known) => known === read('type')) ?? 'all',
    search: read('search'),
    /** The month that a search is limited to. */
    found: months.find(({ value }) => value === read('found')),
    choose,
    chooseType: (type: string) => choose({ type: type === 'all' ? '' : type }),
    chooseMonth: (month: string) => choose({ month: month === current.value ? '' : month }),
  }
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

listen('payments', () => refreshTops('history'))

export const monthOfHistory = ({ type, month }: { type: HistoryType; month: Month }): ListSource<Payment> => ({
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
        ...inQuery({ from, to }),
        ...(cursor === null ? {} : { cursor }),
      },
      { signal },
    )
    return { list: list.map(payment), next: next_cursor }
  },
})
