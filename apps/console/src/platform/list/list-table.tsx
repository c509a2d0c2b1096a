import { asCallFailure } from '@cashbox/client/call-failure'
import { Button, Card, EmptyState } from '@cashbox/ui'
import { DataTable, type DataTableProps } from '@cashbox/ui/dense/data-table'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useRouter } from 'wouter'
import { Failed } from '../page/page.tsx'

/** The part of a TanStack query that a table needs. */
interface ListQuery<Row> extends PagedQuery {
  readonly rows?: readonly Row[] | null
  readonly error: unknown
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'isStale' | 'sortLabel'> {
  readonly query: ListQuery<Row>
  /** Those of the query, if there are no others. */
  readonly rows?: readonly Row[] | null
  readonly emptyTitle: string
  readonly emptyText?: string | undefined
}

/** A query without pages has none of these. */
interface PagedQuery {
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}

/** What a slow machine can draw at once. */
const ROWS_AT_ONCE = 60

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { query, emptyTitle, emptyText, hrefOf, onOpen } = props
  const t = useTranslations('common')
  const { base } = useRouter()
  const [, navigate] = useLocation()
  const rows = props.rows ?? query.rows ?? null
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
      <DataTable {...props} {...links} rows={rows} sortLabel={t('sort_by')} isStale={query.isPlaceholderData} />
      <ShowMore query={query} />
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

/** Draws a fully loaded list in pages, as if the rest were fetched. */
export function useDrawnRows<Row>(all: readonly Row[] | null) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  return {
    rows: all && all.slice(0, count),
    more: { hasNextPage: all !== null && all.length > count, fetchNextPage: () => setCount(count + ROWS_AT_ONCE) },
  }
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
