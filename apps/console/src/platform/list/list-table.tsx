import { asCallFailure } from '@cashbox/client/call-failure'
import { Button, Card, EmptyState } from '@cashbox/ui'
import { DataTable, type DataTableProps } from '@cashbox/ui/dense/data-table'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useRouter } from 'wouter'
import { Failed } from '../page/failed.tsx'

/** What a table needs of a query of TanStack. */
interface ListQuery extends PagedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'isStale' | 'sortLabel'> {
  readonly query: ListQuery
  readonly emptyTitle: string
  readonly emptyText?: string
}

/** What of a query of TanStack fetches the next page; a query without pages has none of it. */
interface PagedQuery {
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}

/** What a cheap machine draws at once. */
const ROWS_AT_ONCE = 60

/** A table over a query: its waiting, its failure, its emptiness, and more of it at the end. */
export function ListTable<Row>({ query, emptyTitle, emptyText, ...table }: ListTableProps<Row>) {
  const t = useTranslations('common')
  const { base } = useRouter()
  const [, navigate] = useLocation()
  const { hrefOf, onOpen, rows } = table
  if (query.error && rows === null) {
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
  if (rows?.length === 0 && !query.isPlaceholderData) {
    return (
      <Card>
        <EmptyState icon={<SearchX aria-hidden />} title={emptyTitle}>
          {emptyText}
        </EmptyState>
      </Card>
    )
  }
  const links = hrefOf && {
    hrefOf: (row: Row) => `${base}${hrefOf(row)}`,
    onOpen: onOpen ?? ((row: Row) => navigate(hrefOf(row))),
  }
  return (
    <div className="grid min-w-0 gap-3">
      <DataTable {...table} {...links} sortLabel={t('sort_by')} isStale={query.isPlaceholderData} />
      <ShowMore query={query} />
    </div>
  )
}

/** Asked again it would be refused again; what is wrong is said in words, also where the filters are folded away. */
function RefusedFilters({ error }: { error: unknown }) {
  const t = useTranslations('common')
  const said = new Set(Object.values(asCallFailure(error).errors).flatMap(([first]) => first ?? []))
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert aria-hidden />} title={t('filters_refused')}>
        {[...said].join(' ')}
      </EmptyState>
    </div>
  )
}

/** The beginning of a list that is there as a whole; the rest is drawn when asked for, as if it were fetched. */
export function useDrawnRows<Row>(all: readonly Row[] | null) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  return {
    rows: all && all.slice(0, count),
    more: { hasNextPage: all !== null && all.length > count, fetchNextPage: () => setCount(count + ROWS_AT_ONCE) },
  }
}

/** The next page of a list, while there is one. */
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
