import { asCallFailure } from '@cashbox/client/call-failure'
import { Button, Card, EmptyState } from '@cashbox/ui'
import type { Table } from '@tanstack/react-table'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../page/page.tsx'
import { type RowLinks, TableView } from './data-table.tsx'
import type { ListQuery, PagedQuery } from './list.ts'

interface ListTableProps<Row> extends RowLinks<Row> {
  readonly label: string
  readonly query: ListQuery
  readonly table: Table<Row>
  readonly emptyTitle: string
  readonly emptyText?: string | undefined
}

/** What a slow machine can draw at once. */
export const ROWS_AT_ONCE = 60

/** The table of a list, or why there is none. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { query, emptyTitle, emptyText, ...drawn } = props
  const { table } = drawn
  const isLoading = query.data === undefined || query.data === null
  if (query.error && isLoading) {
    return (
      <Card>
        {asCallFailure(query.error).status === 422 ? (
          <RefusedFilters error={query.error} />
        ) : (
          <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
        )}
      </Card>
    )
  }
  if (!isLoading && table.getRowModel().rows.length === 0 && !query.isPlaceholderData) {
    return (
      <Card>
        <EmptyState icon={<SearchX aria-hidden />} title={emptyTitle}>
          {emptyText}
        </EmptyState>
      </Card>
    )
  }
  const drawMore = () => table.setPageSize((count) => count + ROWS_AT_ONCE)
  return (
    <div className="grid min-w-0 gap-3">
      <TableView {...drawn} isLoading={isLoading} isStale={query.isPlaceholderData} />
      <ShowMore query={table.getCanNextPage() ? { hasNextPage: true, fetchNextPage: drawMore } : query} />
    </div>
  )
}

/** A retry would be refused again, so the errors are shown, also when the filters are collapsed. */
function RefusedFilters({ error }: { error: unknown }) {
  const t = useTranslations('common')
  const messages = new Set(Object.values(asCallFailure(error).errors).flatMap(([first]) => first ?? []))
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert aria-hidden />} title={t('filters_refused')}>
        {[...messages].join(' ')}
      </EmptyState>
    </div>
  )
}

export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: PagedQuery }) {
  const t = useTranslations('common')
  if (!hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      isBusy={isFetchingNextPage}
      onClick={() => void fetchNextPage?.()}
    >
      {t('show_more')}
    </Button>
  )
}
