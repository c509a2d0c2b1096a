import { type HistoryItem, listHistory, searchHistory } from '@cashbox/contract'
import { call } from '../../platform/call.ts'
import type { Dated } from '../../platform/day-list/day-layout.ts'
import { type ListSource, refreshTops } from '../../platform/day-list/growing-list.tsx'
import { listen } from '../../platform/events.ts'
import { textOf } from '../../platform/fill-defaults.ts'
import type { HistoryFilter, SearchFilter } from './use-history-filter.ts'

const PAGE_SIZE = 10

export type Payment = HistoryItem & Dated

/** Other servers know of no reversals, and may send IDs as numbers. */
const payment = (item: HistoryItem): Payment => ({
  ...item,
  id: textOf(item.id),
  transaction_id: textOf(item.transaction_id),
  customer_id: textOf(item.customer_id),
  reversed_at: item.reversed_at ?? null,
  at: item.finished_at,
})

listen('payments-confirmed', () => refreshTops('history'))

/** The transactions of a month. */
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

/** What a search finds, of all months or of some days. */
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
