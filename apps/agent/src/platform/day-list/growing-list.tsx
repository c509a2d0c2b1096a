import { Button, Skeleton, Spinner } from '@cashbox/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../failed.tsx'
import { queryClient } from '../live/queries.ts'
import { useIsSlow } from '../screen.tsx'
import { type Dated, joinPages } from './day-layout.ts'
import { DayList } from './day-list.tsx'

export interface GrowingListProps<Item extends Dated> {
  readonly source: ListSource<Item>
  readonly row: ComponentType<{ readonly item: Item }>
  readonly empty: ReactElement
  readonly end: string
}

/** An infinite list grouped by day, with new items on top. Use the source's key as its React key. */
export function GrowingList<Item extends Dated>({ source, row, empty, end }: GrowingListProps<Item>) {
  const query = useGrowingList(source)
  const { items, data, hasNextPage, isPending, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  useScrollMemory(source.key.join(' '))
  if (isPending) return <ListSkeleton />
  if (!data) return <Failed error={query.error} isRetrying={isFetching} onRetry={() => void query.refetch()} />
  if (items.length === 0) return empty
  const canHaveMore = isFetchNextPageError ? 'failed' : 'more'
  return (
    <div>
      <DayList items={items} hasMore={hasNextPage} row={row} />
      <ListEnd
        key={data.pages.length}
        state={isFetchingNextPage ? 'loading' : hasNextPage ? canHaveMore : 'end'}
        onMore={() => void query.fetchNextPage()}
        end={end}
      />
    </div>
  )
}

const LOAD_BEFORE_END_PX = 300

interface ListEndProps {
  readonly state: 'more' | 'loading' | 'failed' | 'end'
  readonly onMore: () => void
  readonly end: string
}

/** Loads more rows shortly before they are needed. Fixed height. */
function ListEnd({ state, onMore, end }: ListEndProps) {
  const t = useTranslations()
  const contents: Record<ListEndProps['state'], ReactNode> = {
    more: <Sentinel onNear={onMore} />,
    loading: <Spinner label={t('common.loading')} />,
    failed: (
      <>
        <span role="alert">{t('history.more_failed')}</span>
        <Button variant="secondary" icon={<RotateCw aria-hidden className="size-4" />} onClick={onMore}>
          {t('common.retry')}
        </Button>
      </>
    ),
    end,
  }
  return (
    <div className="relative flex min-h-16 flex-wrap items-center justify-center gap-3 text-sm text-ink-soft">
      {contents[state]}
    </div>
  )
}

function Sentinel({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLSpanElement>(null)
  const notice = useEffectEvent(onNear)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && notice(),
      { rootMargin: `${LOAD_BEFORE_END_PX}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return <span ref={element} className="absolute bottom-0 size-px" />
}

const ROWS = ['w-20', 'w-24', 'w-16', 'w-24', 'w-20', 'w-16', 'w-24', 'w-20']

function ListSkeleton() {
  const t = useTranslations()
  const isSlow = useIsSlow()
  return (
    <div>
      <div role="status" className="flex h-11 items-center text-sm text-ink-soft">
        {isSlow ? t('offline.slow') : <Skeleton className="h-4 w-24" />}
        {!isSlow && <span className="sr-only">{t('common.loading')}</span>}
      </div>
      <div className="rounded-2xl border border-line bg-card">
        {ROWS.map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <div key={index} className="flex h-22 items-center gap-3 px-4 not-first:border-t not-first:border-line">
            <Skeleton className="size-10 shrink-0 rounded-full!" />
            <div className="grid flex-1 gap-2">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-3 w-24" />
              <Skeleton className="h-3 w-28" />
            </div>
            <div className="grid justify-items-end gap-2">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-3 w-14" />
              <Skeleton className="h-3 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

interface ListPage<Item extends Dated> {
  readonly list: readonly Item[]
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

export interface ListSource<Item extends Dated> {
  /** The name of the list, then each filter. */
  readonly key: readonly [name: string, ...filters: string[]]
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>
}

const keys = {
  pages: (key: readonly string[]) => ['list', 'pages', ...key] as const,
  arrived: (key: readonly string[]) => ['list', 'arrived', ...key] as const,
}

let refreshes = 0

export function refreshTops(name: string): void {
  refreshes += 1
  void queryClient.invalidateQueries({ queryKey: keys.arrived([name]) })
}

/** An infinite query, plus the items that arrived after its first page was read. */
function useGrowingList<Item extends Dated>(source: ListSource<Item>) {
  const { key, fetchPage } = source
  const pages = useInfiniteQuery({
    queryKey: keys.pages(key),
    queryFn: async ({ pageParam, signal }) => {
      const before = refreshes
      const page = await fetchPage(pageParam, signal)
      // A change was reported during the request, and the page may miss it: mark the top as stale.
      const updatedAt = refreshes === before ? Date.now() : 0
      if (pageParam === null) queryClient.setQueryData<readonly Item[]>(keys.arrived(key), [], { updatedAt })
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<Item>) => next ?? undefined,
    // Refetching would load every page again.
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

/** Reads only the first page. If no item of it is known, the whole list is reset. */
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

let last = { key: '', top: 0 }

/** Restores the scroll position of the same list; another list starts at the top. */
function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: last.key === key ? last.top : 0, behavior: 'instant' })
    const remember = () => {
      last = { key, top: window.scrollY }
    }
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
