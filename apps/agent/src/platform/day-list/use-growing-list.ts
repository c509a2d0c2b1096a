import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../queries.ts'
import type { Dated } from './days.ts'
import { joinPages } from './join-pages.ts'

export interface ListPage<Item extends Dated> {
  readonly list: readonly Item[]
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

export interface ListSource<Item extends Dated> {
  /** What is listed, and then each filter. */
  readonly key: readonly [name: string, ...filters: string[]]
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>
}

const keys = {
  pages: (key: readonly string[]) => ['list', 'pages', ...key] as const,
  arrived: (key: readonly string[]) => ['list', 'arrived', ...key] as const,
}

let refreshes = 0

/** Looks for new items on top of all lists of that name. */
export function refreshTops(name: string): void {
  refreshes += 1
  void queryClient.invalidateQueries({ queryKey: keys.arrived([name]) })
}

/** A list that is read a page at a time, with those on top that came after the first page was read. */
export function useGrowingList<Item extends Dated>(source: ListSource<Item>) {
  const { key, fetchPage } = source
  const pages = useInfiniteQuery({
    queryKey: keys.pages(key),
    queryFn: async ({ pageParam, signal }) => {
      const before = refreshes
      const page = await fetchPage(pageParam, signal)
      // What was reported meanwhile may be missing in the page, so that the top is looked at once more.
      const updatedAt = refreshes === before ? Date.now() : 0
      if (pageParam === null) queryClient.setQueryData<readonly Item[]>(keys.arrived(key), [], { updatedAt })
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<Item>) => next ?? undefined,
    // A list that was scrolled far would be asked for again page by page.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: true,
  })
  const arrived = useQuery({
    queryKey: keys.arrived(key),
    queryFn: ({ signal }) => fetchArrived(source, signal),
    enabled: pages.isSuccess,
    refetchOnReconnect: true,
  })
  const items = useMemo(
    () => joinPages(arrived.data ?? [], pages.data?.pages.map(({ list }) => list) ?? []),
    [arrived.data, pages.data],
  )
  return { ...pages, items }
}

/** Looks at the top of the list alone. When nothing there is known, the list is read anew. */
async function fetchArrived<Item extends Dated>({ key, fetchPage }: ListSource<Item>, signal: AbortSignal) {
  const top = await fetchPage(null, signal)
  const before = queryClient.getQueryData<readonly Item[]>(keys.arrived(key)) ?? []
  const read = queryClient.getQueryData<{ pages: readonly ListPage<Item>[] }>(keys.pages(key))?.pages ?? []
  const known = new Set(
    joinPages(
      before,
      read.map(({ list }) => list),
    ).map(({ id }) => id),
  )
  if (top.next === null || top.list.some(({ id }) => known.has(id))) return joinPages(top.list, [before])
  void queryClient.resetQueries({ queryKey: keys.pages(key) })
  return []
}
