import type { ComponentType, ReactElement } from 'react'
import { Failed } from '../failed.tsx'
import { DayList } from './day-list.tsx'
import type { RowProps } from './day-section.tsx'
import type { Dated } from './days.ts'
import { ListEnd } from './list-end.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type ListSource, useGrowingList } from './use-growing-list.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

interface GrowingListProps<Item extends Dated> {
  readonly source: ListSource<Item>
  readonly row: ComponentType<RowProps<Item>>
  /** Shown in place of a list without items. */
  readonly empty: ReactElement
  /** What is said below the last row. */
  readonly end: string
}

/** A list under days that loads as it is scrolled, and has new items on top. Give it the source's key as its own. */
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
