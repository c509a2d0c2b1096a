import type { Endpoint, InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import {
  functionalUpdate,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type SortingState,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { call, type RowOf, useMay, useOperator } from '../session/session.ts'
import type { TableColumn } from './columns.tsx'
import { useDataTable } from './data-table.tsx'
import type { ListExport } from './export-menu.tsx'
import type { ListFilters } from './list-filters.tsx'
import { useListView } from './view-menu.tsx'

/** The part of a query that a list needs. */
export interface ListQuery
  extends PagedQuery,
    Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'> {}

/** A query that is not in pages has none of these. */
export interface PagedQuery {
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}

/** How a page describes a list. `useListOf` gives the first part of it. */
export interface List<Row> {
  /** The name under which its views are saved. */
  readonly list: api.ViewedList
  readonly query: ListQuery
  /** Null while they are loading. */
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
  readonly columns: readonly TableColumn<Row>[]
  /** Instead of its own texts. */
  readonly title?: string | undefined
  readonly text?: ReactNode
  readonly emptyText?: string | undefined
  readonly exported?: ListExport
  /** Drawn above the table, and saved in views. */
  readonly filters?: ListFilters | undefined
  /** Other URL parameters that a view saves. */
  readonly otherParams?: readonly string[]
  readonly sort?: { readonly sorting: SortingState; readonly onSort: (sorting: SortingState) => void }
  /** It is fetched as a whole: the browser filters, sorts, and draws this many rows at once. */
  readonly wholeBy?: number
  /** Bulk acts need rows with an ID and a version. */
  readonly bulk?: Row extends VersionedRow
    ? { readonly actions: readonly api.BulkAction[]; readonly nameOf: (row: Row) => string }
    : never
}

export interface VersionedRow {
  readonly id: string
  readonly version: number
}

export type ListedTable<Row> = ReturnType<typeof useListTable<Row>>

/** Filters come from the address, so the server judges their values. */
export type ListInput<E extends Endpoint> = { readonly [Name in Exclude<keyof InputOf<E>, 'cursor'>]?: string }

/** The lists of which rows can be chosen for a file. */
type PickedList = Exclude<api.ViewedList, 'events' | 'months' | 'rates'>

type Call<Name extends PickedList> = (typeof api.viewedLists)[Name]

interface Page {
  readonly list: readonly unknown[]
  readonly next_cursor: string | null
}

/** A list that comes in pages, with `cursor` and `next_cursor`. */
export function useList<E extends Endpoint>(endpoint: E, input: ListInput<E>, refreshMs?: number) {
  const isUnattended = refreshMs !== undefined
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    queryFn: async ({ pageParam, signal }) => {
      const pageInput = pageParam === null ? input : { ...input, cursor: pageParam }
      return (await call(endpoint, pageInput as InputOf<E>, { signal, isUnattended })) as Page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
    refetchInterval: refreshMs ?? false,
  })
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap(({ list }) => list as RowOf<E>[]) ?? null, [data])
  return { ...query, rows }
}

/** A list by its name in the contract: the call that fetches it, what is exported, and the key of a row. */
export function useListOf<Name extends PickedList>(
  list: Name,
  input: ListInput<Call<Name>>,
  { limit, refreshMs }: { readonly limit?: string; readonly refreshMs?: number } = {},
) {
  const endpoint: Call<Name> = api.viewedLists[list]
  const table = tableOf(list)
  const query = useList(endpoint, limit === undefined ? input : { ...input, limit }, refreshMs)
  return {
    list,
    query,
    rows: query.rows,
    exported: { table, filters: input as ListExport['filters'] },
    keyOf: (row: RowOf<Call<Name>> & object) => api.keyOfPicked(table, row),
  }
}

const isPicked = (table: api.ExportedTable): table is api.PickedTableName => Object.hasOwn(api.pickedKeys, table)

const tableOf = (list: PickedList) =>
  (Object.keys(api.pickedKeys) as api.PickedTableName[]).find(
    (table) => api.exportedLists[table] === api.viewedLists[list],
  ) ?? 'agents'

/** The table of a list: the columns that the operator has chosen, the rows that the filters leave, and the selection. */
export function useListTable<Row>(described: List<Row>) {
  const { list, rows, keyOf, filters, otherParams = [], exported, sort, wholeBy, bulk } = described
  const { role } = useOperator()
  const view = useListView(
    list,
    [...(filters?.controls.map(({ name }) => name) ?? []), ...otherParams],
    described.columns,
  )
  const mayExport = useMay(api.viewedLists[list])
  const picked = exported && isPicked(exported.table) && mayExport ? { ...exported, table: exported.table } : null
  const acts = bulk?.actions.filter((action) => api.rolesOf(api.bulkActs[action].call).includes(role)) ?? []
  const [rowSelection, setRowSelection] = useState<Readonly<Record<string, boolean>>>({})
  const sorting = sort?.sorting ?? []
  const table = useDataTable<Row>({
    columns: view.columns,
    rows,
    keyOf,
    ...(wholeBy !== undefined && inBrowser<Row>(wholeBy)),
    state: { ...view.tableState, rowSelection, sorting, ...(wholeBy !== undefined && filtersOf(filters)) },
    enableSorting: sort !== undefined,
    onSortingChange: (updater) => sort?.onSort(functionalUpdate(updater, sorting)),
    enableRowSelection: picked !== null || acts.length > 0,
    // Rows that the list no longer has are not selected any more.
    onRowSelectionChange: (updater) =>
      setRowSelection((before) => {
        const { rowsById } = table.getFilteredRowModel()
        const next = Object.entries(functionalUpdate(updater, before))
        return Object.fromEntries(next.filter(([id, isSelected]) => isSelected && Object.hasOwn(rowsById, id)))
      }),
  })
  return {
    ...described,
    table,
    view,
    selected: table.getGroupedSelectedRowModel().rows.map(({ original }) => original),
    unselect: () => table.resetRowSelection(true),
    /** The file of the selected rows. */
    picked,
    acts,
    nameOf: (row: Row) => bulk?.nameOf(row) ?? '',
  }
}

/** Filters, sorts and draws a list in the browser, this many rows at once. */
export const inBrowser = <Row>(rowsAtOnce: number) => ({
  getFilteredRowModel: getFilteredRowModel<Row>(),
  getSortedRowModel: getSortedRowModel<Row>(),
  getPaginationRowModel: getPaginationRowModel<Row>(),
  initialState: { pagination: { pageIndex: 0, pageSize: rowsAtOnce } },
})

export function filtersOf(filters: ListFilters | undefined) {
  const controls = filters?.controls ?? []
  return {
    globalFilter: controls.find(({ name }) => name === 'search')?.value.trim(),
    columnFilters: controls.flatMap(({ name, column = name, value }) =>
      name === 'search' || value === '' ? [] : [{ id: column, value }],
    ),
  }
}
