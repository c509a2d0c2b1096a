import type { TableColumn } from '@cashbox/ui/dense/data-table'

export type SortValue = string | number | boolean

/** A column of a list that may be sorted in the browser. */
export interface SortedColumn<Row> extends Omit<TableColumn<Row>, 'isSortable'> {
  readonly sortValue?: (row: Row) => SortValue
}

type Cell<Row> = TableColumn<Row>['cell']

export const column = <Row>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell })

/** Aligned at the end. */
export const figure = <Row>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell, isFigure: true })

/** Takes the room that is left. */
export const wide = <Row>(id: string, header: string, cell: Cell<Row>) => ({ id, header, cell, isWide: true })

/** Shows the value that it is sorted by. */
export const sorted = <Row>(id: string, header: string, value: (row: Row) => string) => ({
  id,
  header,
  cell: value,
  sortValue: value,
})
