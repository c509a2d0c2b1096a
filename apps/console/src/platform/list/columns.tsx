import { type ReactNode, useSyncExternalStore } from 'react'
import { Amount, When } from '../values/values.tsx'

/** How a column is drawn. */
export interface ColumnMarks {
  /** Figures are aligned at the end of their column. */
  readonly isFigure?: boolean
  /** Hidden until the user chooses it. */
  readonly isExtra?: boolean
  /** The same on a narrow desk. */
  readonly isSpare?: boolean
  /** Takes the remaining width, and wraps its lines. */
  readonly isWide?: boolean
  /** On a phone: without its label, because the value says what it is; or left to the page of the row. */
  readonly onCard?: 'bare' | 'hidden' | undefined
}

type SortValue = string | number

/** A column definition of TanStack Table with the parts that our tables use. */
export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  /** Called as a function, not mounted as a component: what it draws keeps its state when columns are defined again. */
  readonly cell: (context: { readonly row: { readonly original: Row } }) => ReactNode
  /** The value to sort and filter by. A column without one can't be sorted. */
  readonly accessorFn?: (row: Row) => SortValue
  /** The search of the list looks into its value. */
  readonly enableGlobalFilter?: boolean
  readonly meta?: ColumnMarks
}

type Cell<Row> = (row: Row) => ReactNode
type Moment<Row> = (row: Row) => number | null

/** Can be sorted and filtered by this value. */
export const valued = <Row,>(valueOf: (row: Row) => string | number, shown: TableColumn<Row>): TableColumn<Row> => ({
  ...shown,
  accessorFn: valueOf,
})

/** The search of the list looks into this text. */
export const searchedBy = <Row,>(textOf: (row: Row) => string, shown: TableColumn<Row>): TableColumn<Row> => ({
  ...valued(textOf, shown),
  enableGlobalFilter: true,
})

/** The kinds of columns, drawn with these marks. */
const columnsWith = (marks: ColumnMarks) => {
  const column = <Row,>(id: string, header: string, cell: Cell<Row>, meta?: ColumnMarks): TableColumn<Row> => ({
    id,
    header,
    cell: ({ row }) => cell(row.original),
    meta: { ...meta, ...marks },
  })
  const figure = <Row,>(id: string, header: string, cell: Cell<Row>) => column(id, header, cell, { isFigure: true })
  /** A moment; "never" for none. */
  const time = <Row,>(id: string, header: string, secondsOf: Moment<Row>) =>
    figure<Row>(id, header, (row) => <When seconds={secondsOf(row)} />)
  return {
    column,
    figure,
    wide: <Row,>(id: string, header: string, cell: Cell<Row>) => column(id, header, cell, { isWide: true }),
    time,
    /** The same, by which the list can be sorted. */
    sortedTime: <Row,>(id: string, header: string, secondsOf: Moment<Row>) =>
      valued<Row>((row) => secondsOf(row) ?? 0, time(id, header, secondsOf)),
    /** A moment; nothing for none. */
    timeIfAny: <Row,>(id: string, header: string, secondsOf: Moment<Row>) =>
      figure<Row>(id, header, (row) => secondsOf(row) !== null && <When seconds={secondsOf(row)} />),
    /** An amount with its currency; nothing for none. */
    sum: <Row,>(
      id: string,
      header: string,
      sumOf: (row: Row) => readonly [amount: string | null, currency?: string | null],
    ) =>
      figure<Row>(id, header, (row) => {
        const [amount, currency = null] = sumOf(row)
        return amount !== null && <Amount amount={amount} currency={currency} />
      }),
    /** A text that can be sorted and searched. */
    searched: <Row,>(id: string, header: string, textOf: (row: Row) => string) =>
      searchedBy(textOf, column(id, header, textOf)),
  }
}

export const { column, figure, wide, time, sortedTime, timeIfAny, sum, searched } = columnsWith({})

/** Hidden until the operator chooses it. */
export const extra = columnsWith({ isExtra: true })

/** Needs no label on a phone, because the value says what it is. */
export const bare = columnsWith({ onCard: 'bare' })

/** Not in the row on a phone, unless the operator chooses columns: the page of the row has it. */
export const offCard = columnsWith({ onCard: 'hidden' })

/** As `offCard`, and hidden on a narrow desk until the operator chooses it. */
export const spare = columnsWith({ onCard: 'hidden', isSpare: true })

export interface OrderedColumn {
  readonly id: string
  readonly meta?: { readonly isExtra?: boolean }
}

/** The first column links to the row, so it is always shown first. */
export function shownColumns<C extends OrderedColumn>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): readonly C[] {
  if (!chosen) return columns.filter(({ meta }) => meta?.isExtra !== true)
  const [first, ...others] = columns
  const shown = chosen.flatMap((id) => others.find((column) => column.id === id) ?? [])
  return first ? [first, ...new Set(shown)] : []
}

const NARROW = '(min-width: 40rem) and (max-width: 89.99rem)'

const followDesk = (listener: () => void) => {
  const narrow = window.matchMedia(NARROW)
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** On a narrow desk spare columns are extra ones. */
export function useColumnsOfDesk<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] {
  const isNarrow = useSyncExternalStore(followDesk, () => window.matchMedia(NARROW).matches)
  if (!isNarrow) return columns
  return columns.map((one) => (one.meta?.isSpare ? { ...one, meta: { ...one.meta, isExtra: true } } : one))
}
