import { asCallFailure } from '@cashbox/client/call-failure'
import type { Endpoint, InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Button, Card, EmptyState } from '@cashbox/ui'
import { DataTable, type DataTableProps, type TableColumn, type TableSort } from '@cashbox/ui/dense/data-table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useRouter } from 'wouter'
import { Failed } from '../page/page.tsx'
import { call, type RowOf } from '../session/session.ts'
import { Amount, When } from '../values/values.tsx'
import { type Filters, type ListFilters, useSort } from './list-filters.tsx'

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

interface Paged {
  readonly list: readonly unknown[]
  readonly next_cursor: string | null
}

/** Filters come from the address, so the server judges their values. */
export type ListInput<E extends Endpoint> = { readonly [Name in Exclude<keyof InputOf<E>, 'cursor'>]?: string }

export interface WholeListOptions<Row, Name extends string> {
  /** Undefined while loading. */
  readonly all: readonly Row[] | undefined
  /** The list starts sorted by the first column. */
  readonly columns: readonly SortedColumn<Row>[]
  readonly filters: ListFilters<Name>
  readonly isWanted: (row: Row, filters: Filters<Name>['values']) => boolean
}

/** The lists of which rows can be chosen for a file. */
type PickedList = Exclude<api.ViewedList, 'events' | 'months' | 'rates'>

type Call<List extends PickedList> = (typeof api.viewedLists)[List]

/** A list by its name in the contract: the call that fetches it, what is exported, and the key of a row. */
export function useListOf<List extends PickedList>(
  list: List,
  input: ListInput<Call<List>>,
  { limit, refreshMs }: { readonly limit?: string; readonly refreshMs?: number } = {},
) {
  const endpoint: Call<List> = api.viewedLists[list]
  const table = tableOf(list)
  return {
    list,
    query: useList(endpoint, limit === undefined ? input : { ...input, limit }, refreshMs),
    exported: { table, filters: input },
    keyOf: (row: RowOf<Call<List>> & object) => api.keyOfPicked(table, row),
  }
}

const tableOf = (list: PickedList) =>
  (Object.keys(api.pickedKeys) as api.PickedTableName[]).find(
    (table) => api.exportedLists[table] === api.viewedLists[list],
  ) ?? 'agents'

/** A list that comes in pages, with `cursor` and `next_cursor`. */
export function useList<E extends Endpoint>(endpoint: E, input: ListInput<E>, refreshMs?: number) {
  const isUnattended = refreshMs !== undefined
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    queryFn: async ({ pageParam, signal }) => {
      const pageInput = pageParam === null ? input : { ...input, cursor: pageParam }
      return (await call(endpoint, pageInput as InputOf<E>, { signal, isUnattended })) as Paged
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
    refetchInterval: refreshMs ?? false,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ list }) => list as RowOf<E>[]) ?? null }
}

/** Filters and sorts a list that is fetched as a whole; both are in the address. */
export function useWholeList<Row, Name extends string>(options: WholeListOptions<Row, Name>) {
  const { all, columns, filters, isWanted } = options
  const { sort, sortBy } = useSort({ column: columns[0]?.id ?? '', direction: 'ascending' })
  const found = all?.filter((row) => isWanted(row, filters.values)) ?? null
  return {
    filters,
    otherParams: ['sort'],
    rows: found && sortRows(found, columns, sort),
    columns: columns.map(({ sortValue, ...column }) => ({ ...column, isSortable: sortValue !== undefined })),
    sort,
    onSort: sortBy,
  }
}

function sortRows<Row>(rows: readonly Row[], columns: readonly SortedColumn<Row>[], { column, direction }: TableSort) {
  const valueOf = columns.find(({ id }) => id === column)?.sortValue
  if (!valueOf) return rows
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare(valueOf(one), valueOf(other)))
}

const compare = (one: SortValue, other: SortValue) =>
  typeof one === 'string' && typeof other === 'string' ? one.localeCompare(other) : Number(one) - Number(other)

export const isFoundIn = (search: string | undefined, ...texts: readonly string[]): boolean =>
  texts
    .join(' ')
    .toLowerCase()
    .includes((search ?? '').trim().toLowerCase())

type SortValue = string | number | boolean

/** A column of a list that may be sorted in the browser. */
export interface SortedColumn<Row> extends Omit<TableColumn<Row>, 'isSortable'> {
  readonly sortValue?: (row: Row) => SortValue
}

type Cell<Row> = TableColumn<Row>['cell']

export const column = <Row,>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell })

/** Hidden until the operator chooses it. */
export const extra = <Row,>(shown: TableColumn<Row>): TableColumn<Row> => ({ ...shown, isExtra: true })

/** Needs no label on a phone, because the value says what it is. */
export const bare = <Column extends object>(shown: Column) => ({ ...shown, onCard: 'bare' as const })

/** Not in the row on a phone, unless the operator chooses columns: the page of the row has it. */
export const offCard = <Column extends object>(shown: Column) => ({ ...shown, onCard: 'hidden' as const })

export const figure = <Row,>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell, isFigure: true })

/** A moment; "never" for none. */
export const time = <Row,>(id: string, header: string, secondsOf: (row: Row) => number | null) =>
  figure<Row>(id, header, (row) => <When seconds={secondsOf(row)} />)

/** A moment; nothing for none. */
export const timeIfAny = <Row,>(id: string, header: string, secondsOf: (row: Row) => number | null) =>
  figure<Row>(id, header, (row) => secondsOf(row) !== null && <When seconds={secondsOf(row)} />)

/** An amount with its currency; nothing for none. */
export const sum = <Row,>(
  id: string,
  header: string,
  sumOf: (row: Row) => readonly [amount: string | null, currency?: string | null],
) =>
  figure<Row>(id, header, (row) => {
    const [amount, currency = null] = sumOf(row)
    return amount !== null && <Amount amount={amount} currency={currency} />
  })

export const wide = <Row,>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell, isWide: true })

/** Shows the value that it is sorted by. */
export const sorted = <Row,>(id: string, header: string, value: (row: Row) => string) => ({
  id,
  header,
  cell: value,
  sortValue: value,
})
