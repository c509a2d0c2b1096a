import { asCallFailure } from '@cashbox/client/call-failure'
import type { Endpoint } from '@cashbox/contract'
import { Button, Card, EmptyState } from '@cashbox/ui'
import type { Table } from '@tanstack/react-table'
import { SearchX, TriangleAlert } from 'lucide-react'
import { textAt } from '../language/language.ts'
import { Failed } from '../page/page.tsx'
import type { RowOf } from '../session/session.ts'
import type { TableColumn } from './columns.tsx'
import { type RowLinks, TableView, useDataTable } from './data-table.tsx'
import { type ListInput, type ListQuery, type PagedQuery, useList } from './list.ts'

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

interface PagedTableProps<E extends Endpoint>
  extends Pick<ListTableProps<never>, 'label' | 'emptyTitle' | 'emptyText'> {
  readonly endpoint: E
  readonly input: ListInput<E>
  readonly columns: readonly TableColumn<RowOf<E>>[]
  readonly keyOf: (row: RowOf<E>) => string
}

/** A list in pages that has no views and no selection. */
export function PagedTable<E extends Endpoint>({ endpoint, input, columns, keyOf, ...texts }: PagedTableProps<E>) {
  const query = useList(endpoint, input)
  return <ListTable {...texts} query={query} table={useDataTable({ columns, rows: query.rows, keyOf })} />
}

/** A retry would be refused again, so the errors are shown, also when the filters are collapsed. */
function RefusedFilters({ error }: { error: unknown }) {
  const messages = new Set(Object.values(asCallFailure(error).errors).flatMap(([first]) => first ?? []))
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert aria-hidden />} title={textAt('common.filters_refused')}>
        {[...messages].join(' ')}
      </EmptyState>
    </div>
  )
}

export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: PagedQuery }) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      isBusy={isFetchingNextPage}
      onClick={() => void fetchNextPage?.()}
    >
      {textAt('common.show_more')}
    </Button>
  )
}
