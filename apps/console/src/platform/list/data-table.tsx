import { cn, NativeSelect, Skeleton, useTight } from '@cashbox/ui'
import { getCoreRowModel, type Row, type Table, type TableOptions, useReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { textAt } from '../language/language.ts'
import type { TableColumn } from './columns.tsx'
import { asCell, rowId, SelectAllCell, SelectCell, useSelect } from './select-cells.tsx'

interface DataTableOptions<Row> extends Omit<TableOptions<Row>, 'columns' | 'data' | 'getRowId' | 'getCoreRowModel'> {
  readonly columns: readonly TableColumn<Row>[]
  /** Null while they are loading. */
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
}

export interface RowLinks<Row> {
  /** The page of a row; its first cell is the link. */
  readonly hrefOf?: ((row: Row) => string) | undefined
  /** Instead of going to that page. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly openKey?: string | null
}

interface TableViewProps<Row> extends RowLinks<Row> {
  readonly label: string
  readonly table: Table<Row>
  readonly isLoading?: boolean
  /** The rows belong to a list that is being replaced. */
  readonly isStale?: boolean | undefined
}

interface DataTableProps<Row> extends Pick<DataTableOptions<Row>, 'columns' | 'rows' | 'keyOf' | 'state'> {
  readonly label: string
  readonly isStale?: boolean
}

const SKELETON_ROWS = 8
const none: never[] = []

// Stated explicitly: browsers drop table roles when rows are drawn as cards.
const asRow = { role: 'row' } as const

const compareValues = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' ? one.localeCompare(other) : Number(one) - Number(other)

export const useDataTable = <Row,>({ columns, rows, keyOf, ...options }: DataTableOptions<Row>): Table<Row> =>
  // oxlint-disable-next-line react/incompatible-library -- we don't use the compiler that it would keep from its work
  useReactTable<Row>({
    enableRowSelection: false,
    enableSorting: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    autoResetPageIndex: false,
    initialState: { pagination: { pageIndex: 0, pageSize: Number.MAX_SAFE_INTEGER } },
    defaultColumn: {
      enableGlobalFilter: false,
      filterFn: 'equals',
      sortingFn: (one, other, id) => compareValues(one.getValue(id), other.getValue(id)),
    },
    getCoreRowModel: getCoreRowModel(),
    columns: columns as TableColumn<Row>[],
    data: (rows ?? none) as Row[],
    getRowId: keyOf,
    ...options,
  })

/** A small table of rows that are already there. */
export const DataTable = <Row,>({ label, isStale, ...options }: DataTableProps<Row>) => (
  <TableView label={label} isStale={isStale} table={useDataTable(options)} isLoading={options.rows === null} />
)

/** A table that becomes a list of cards on a phone. It scrolls in its own box, and never the page sideways. */
export const TableView = <Row,>(props: TableViewProps<Row>) => {
  const { label, table, isLoading = false, isStale = false } = props
  const box = useRef<HTMLElement>(null)
  useTight(box)
  const columns = table.getVisibleLeafColumns()
  const select = useSelect(table)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SortChoice table={table} />
      <section
        ref={box}
        aria-label={label}
        aria-busy={isLoading || isStale}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse has to scroll it as well
        tabIndex={0}
        className={cn(
          'group/table relative overflow-auto rounded-2xl border border-line bg-card sm:max-h-[max(24rem,calc(100dvh-17rem))]',
          props.hrefOf && 'group/list',
        )}
      >
        <table
          role="table"
          aria-label={label}
          className={cn('w-full border-collapse text-base tabular-nums max-sm:block', isStale && 'animate-pulse')}
        >
          <thead role="rowgroup" className="sticky top-0 z-10 bg-card max-sm:sr-only">
            <tr {...asRow}>
              {select && <SelectAllCell table={table} />}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} />
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            onKeyDown={(event) => {
              const { rowLink } = (event.target as HTMLElement).dataset
              const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
              if (rowLink !== undefined && isPlain) step(event, select && (() => select(rowLink, event.shiftKey)))
            }}
            className="max-sm:block"
          >
            {isLoading
              ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- they are all alike
                  <SkeletonRow key={index} columns={columns.length + (select ? 1 : 0)} />
                ))
              : table.getRowModel().rows.map((row) => <BodyRow key={row.id} row={row} select={select} links={props} />)}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const headClass =
  'border-b border-line px-3 text-sm font-semibold whitespace-nowrap text-ink-soft group-data-tight/table:px-2 group-data-tight/table:whitespace-normal'

type Column<Row> = ReturnType<Table<Row>['getVisibleLeafColumns']>[number]

const definitionOf = <Row,>({ columnDef }: Column<Row>) => columnDef as TableColumn<Row>

const HeaderCell = <Row,>({ column }: { readonly column: Column<Row> }) => {
  const { header, meta } = definitionOf(column)
  const direction = column.getIsSorted()
  const isSortable = column.getCanSort()
  const Icon = direction === false ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? ariaSorts[direction || 'none'] : undefined}
      className={cn(headClass, meta?.isFigure ? 'text-end' : 'text-start', isSortable ? 'py-0' : 'py-2.5')}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => column.toggleSorting()}
          className={cn(
            '-mx-1 inline-flex min-h-10 items-center gap-1 rounded-lg px-1 font-semibold -outline-offset-2 hover:text-ink',
            meta?.isFigure ? 'text-end' : 'text-start',
            direction && 'text-ink',
          )}
        >
          {header}
          <Icon size={14} aria-hidden="true" className={direction ? undefined : 'opacity-50'} />
        </button>
      ) : (
        header
      )}
    </th>
  )
}

const ariaSorts = { asc: 'ascending', desc: 'descending', none: 'none' } as const

interface BodyRowProps<Data> {
  readonly row: Row<Data>
  readonly select: ReturnType<typeof useSelect>
  readonly links: RowLinks<Data>
}

const BodyRow = <Data,>({ row, select, links: { hrefOf, onOpen, openKey } }: BodyRowProps<Data>) => (
  <tr
    {...asRow}
    aria-current={openKey === row.id || undefined}
    className={cn(
      'group relative border-b border-line last:border-b-0 aria-[current]:bg-brand-soft max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-1.5',
      hrefOf && 'hover:bg-sunken',
      select && 'max-sm:pe-14',
    )}
  >
    {select && <SelectCell row={row} onToggle={(isRange) => select(row.id, isRange)} />}
    {row.getVisibleCells().map(({ id, column }, index) => {
      const { header, cell, meta = {} } = definitionOf(column)
      const isLink = index === 0 && hrefOf !== undefined
      const drawn = cell({ row })
      const content = isolated(drawn)
      // A row of a list is one line: the page of the row has the whole text.
      const isCut = hrefOf !== undefined && typeof drawn === 'string'
      return (
        <td
          key={id}
          {...asCell}
          className={cn(
            'px-3 py-2 sm:group-data-tight/table:px-2 max-sm:flex max-sm:items-baseline max-sm:gap-1.5 max-sm:p-0',
            // A card leaves out what is empty.
            'max-sm:has-[>span:last-child:empty]:hidden',
            meta.onCard === 'hidden' && 'max-sm:hidden',
            index > 0 && 'max-sm:text-sm',
            meta.isFigure ? 'text-end sm:whitespace-nowrap' : 'text-start',
            // In a table that is no list names may break, and an ID stays whole.
            hrefOf && 'sm:whitespace-nowrap',
            !hrefOf &&
              !meta.isWide &&
              !meta.isFigure &&
              'sm:whitespace-nowrap sm:group-data-[tight=more]/table:whitespace-normal sm:[&_code]:whitespace-nowrap',
          )}
        >
          {/* On a wide screen the header row has it. */}
          <span
            aria-hidden="true"
            className={cn(
              'shrink-0 text-sm text-ink-soft sm:hidden',
              (isLink || meta.onCard === 'bare') && 'max-sm:hidden',
            )}
          >
            {header}
          </span>
          <span
            // Names the box of the row; where the row is a link, the link does.
            id={select && index === 0 && !isLink ? rowId(row.id) : undefined}
            title={isCut && !isLink ? drawn : undefined}
            className={cn(
              'min-w-0 wrap-anywhere',
              index > 0 && 'max-sm:text-start',
              isCut && !isLink && 'sm:block sm:truncate sm:group-data-[tight=more]/list:max-w-30',
              isCut && meta.isWide && 'sm:max-w-72',
              // Beside wide columns it would be left so little room that words break.
              meta.isWide &&
                hrefOf &&
                !isCut &&
                'sm:block sm:max-w-96 sm:overflow-hidden sm:text-ellipsis sm:group-data-[tight=more]/list:max-w-56',
              meta.isWide && !hrefOf && 'sm:inline-block sm:min-w-36',
              !meta.isWide && !hrefOf && 'sm:group-data-[tight=more]/table:wrap-break-word',
            )}
          >
            {isLink ? (
              // All of the row presses it.
              <Link
                data-row-link={row.id}
                id={rowId(row.id)}
                href={hrefOf(row.original)}
                onClick={(event) => {
                  if (!onOpen) return
                  event.preventDefault()
                  onOpen(row.original)
                }}
                className="font-semibold text-brand-text outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-text"
              >
                {content}
              </Link>
            ) : (
              content
            )}
          </span>
        </td>
      )
    })}
  </tr>
)

/** The arrow keys, or j and k, go from row to row; x selects one. */
function step(event: KeyboardEvent<HTMLElement>, select: (() => void) | null) {
  const by = steps[event.key]
  if (by !== undefined) {
    event.preventDefault()
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
    links[links.indexOf(event.target as HTMLElement) + by]?.focus()
  } else if (select && event.key.toLowerCase() === 'x') {
    event.preventDefault()
    select()
  }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The order, where rows are cards and there is no header to press. */
function SortChoice<Row>({ table }: { table: Table<Row> }) {
  const sortable = table.getVisibleLeafColumns().filter((column) => column.getCanSort())
  const [sort] = table.getState().sorting
  if (!sort || sortable.length === 0) return null
  const options = sortable.map(definitionOf).flatMap(({ id, header }) => [
    { value: `${id} asc`, label: `${header} ↑` },
    { value: `${id} desc`, label: `${header} ↓` },
  ])
  return (
    <NativeSelect
      className="sm:hidden"
      label={textAt('common.sort_by')}
      value={`${sort.id} ${sort.desc ? 'desc' : 'asc'}`}
      options={options}
      onValueChange={(value) => {
        const [id = '', direction] = value.split(' ')
        table.setSorting([{ id, desc: direction === 'desc' }])
      }}
    />
  )
}

const SkeletonRow = ({ columns }: { readonly columns: number }) => (
  <tr {...asRow} className="border-b border-line last:border-b-0 max-sm:block">
    {Array.from({ length: columns }, (_, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- they are all alike
      <td key={index} {...asCell} className="px-3 py-2 max-sm:block">
        <Skeleton className="my-0.5 h-4 w-24 max-w-full" />
      </td>
    ))}
  </tr>
)

/** Names and sentences keep their own direction beside those of the other one. */
const isolated = (content: ReactNode): ReactNode => (typeof content === 'string' ? <bdi>{content}</bdi> : content)
