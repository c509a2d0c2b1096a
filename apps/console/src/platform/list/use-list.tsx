import type { Endpoint, InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import type { TableColumn, TableSort } from '@cashbox/ui/dense/data-table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type RowOf } from '../session/session.ts'
import { Amount, When } from '../values/values.tsx'
import { type Filters, type ListFilters, useSort } from './list-filters.tsx'

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
