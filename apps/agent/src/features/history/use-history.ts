import { type HistoryItem, listHistory } from '@cashbox/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../platform/call.ts'
import { listen } from '../../platform/events.ts'
import { queryClient } from '../../platform/queries.ts'
import { joinPages } from './join-pages.ts'
import type { HistoryFilter } from './use-history-filter.ts'

const PAGE_SIZE = 10

type Page = readonly HistoryItem[]

const historyKeys = {
  pages: ({ type, month }: HistoryFilter) => ['history', 'pages', type, month.value] as const,
  allArrived: ['history', 'arrived'] as const,
  arrived: ({ type, month }: HistoryFilter) => [...historyKeys.allArrived, type, month.value] as const,
}

listen('payments-confirmed', () => void queryClient.invalidateQueries({ queryKey: historyKeys.allArrived }))

/** The transactions of a month, a page at a time, with those on top that came after the first page was read. */
export function useHistory(filter: HistoryFilter) {
  const pages = useInfiniteQuery({
    queryKey: historyKeys.pages(filter),
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(filter, pageParam, signal)
      if (pageParam === 0) queryClient.setQueryData<Page>(historyKeys.arrived(filter), [])
      return page
    },
    initialPageParam: 0,
    getNextPageParam: (page: Page, _pages, offset: number) =>
      page.length === PAGE_SIZE ? offset + PAGE_SIZE : undefined,
    // A list that was scrolled far would be asked for again page by page.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: true,
  })
  const arrived = useQuery({
    queryKey: historyKeys.arrived(filter),
    queryFn: ({ signal }) => fetchArrived(filter, signal),
    enabled: pages.isSuccess,
    refetchOnReconnect: true,
  })
  const items = useMemo(() => joinPages(arrived.data ?? [], pages.data?.pages ?? []), [arrived.data, pages.data])
  return { ...pages, items }
}

async function fetchPage({ type, month }: HistoryFilter, offset: number, signal: AbortSignal): Promise<Page> {
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
  return list
}

/** Looks at the top of the list alone. When nothing there is known, the list is read anew. */
async function fetchArrived(filter: HistoryFilter, signal: AbortSignal): Promise<Page> {
  const top = await fetchPage(filter, 0, signal)
  const before = queryClient.getQueryData<Page>(historyKeys.arrived(filter)) ?? []
  const read = queryClient.getQueryData<{ pages: readonly Page[] }>(historyKeys.pages(filter))?.pages ?? []
  const known = new Set(joinPages(before, read).map(({ id }) => id))
  if (top.length < PAGE_SIZE || top.some(({ id }) => known.has(id))) return joinPages(top, [before])
  void queryClient.resetQueries({ queryKey: historyKeys.pages(filter) })
  return []
}
