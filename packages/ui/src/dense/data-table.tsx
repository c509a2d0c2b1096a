import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'
import { NativeSelect } from '../form-fields.tsx'
import { useTight } from '../hooks.ts'
import { Skeleton } from '../states.tsx'
import { rowId, SelectAllCell, SelectCell, type Selecting, type TableSelection, useSelecting } from './select-cells.tsx'

export type TableSort = { readonly column: string; readonly direction: 'ascending' | 'descending' }

export type TableColumn<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Figures are aligned at the end of their column. */
  readonly isFigure?: boolean | undefined
  readonly isSortable?: boolean | undefined
  /** Shown only where someone has chosen it. */
  readonly isExtra?: boolean | undefined
  /** Takes the room that is left, and breaks its lines. */
  readonly isWide?: boolean | undefined
  /** On a phone: without its label, because the value says what it is; or left to the page of the row. */
  readonly onCard?: 'bare' | 'hidden' | undefined
}

export type DataTableProps<Row> = {
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  /** Null while they are on their way. */
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
  /** The row's own page; its first cell is the link. */
  readonly hrefOf?: ((row: Row) => string) | undefined
  /** A plain press on a row. A new tab or window is still the browser's to open. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly openKey?: string | null | undefined
  readonly sort?: TableSort | undefined
  readonly onSort?: ((sort: TableSort) => void) | undefined
  /** Names the choice of the order where rows are cards and there is no header to press. */
  readonly sortLabel?: string | undefined
  /** Lets rows be chosen: each by its box or x, a range with Shift, all of them in the header. */
  readonly selection?: TableSelection | undefined
  /** The rows are of a list that is being replaced. */
  readonly isStale?: boolean | undefined
}

const skeletonRows = 8

// Said once more, because drawn as cards they would lose what they are.
const asRow = { role: 'row' } as const
const asCell = { role: 'cell' } as const

/** A table that becomes a list of cards on a phone. It scrolls in its own box, and never the page sideways. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, keyOf, sort, onSort, isStale = false } = props
  const box = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  useTight(box)
  const selecting = useSelecting(props)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SortChoice {...props} />
      <section
        ref={box}
        aria-label={label}
        aria-busy={rows === null || isStale}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse has to scroll it as well
        tabIndex={0}
        className="group/table relative overflow-auto rounded-2xl border border-line bg-card sm:max-h-[max(24rem,calc(100dvh-17rem))]"
      >
        <table
          role="table"
          aria-label={label}
          className={cn('w-full border-collapse text-base tabular-nums max-sm:block', isStale && 'opacity-60')}
        >
          <thead role="rowgroup" className="sticky top-0 z-10 bg-card max-sm:sr-only">
            <tr {...asRow}>
              {selecting ? <SelectAllCell selecting={selecting} /> : null}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            ref={body}
            onKeyDown={(event) => step(event, body.current, selecting)}
            className="max-sm:block"
          >
            {rows
              ? rows.map((row) => <BodyRow key={keyOf(row)} row={row} table={props} selecting={selecting} />)
              : Array.from({ length: skeletonRows }, (_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- they are all alike
                  <SkeletonRow key={index} columns={columns.length + (selecting ? 1 : 0)} />
                ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const headClass =
  'border-b border-line px-3 text-sm font-semibold whitespace-nowrap text-ink-soft group-data-tight/table:px-2 group-data-tight/table:whitespace-normal'

type HeaderCellProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { readonly column: TableColumn<Row> }

const HeaderCell = <Row,>({ column, sort, onSort }: HeaderCellProps<Row>) => {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const isSortable = column.isSortable === true && onSort !== undefined
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
      className={cn(headClass, column.isFigure ? 'text-end' : 'text-start', isSortable ? 'py-0' : 'py-2.5')}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })
          }
          className={cn(
            '-mx-1 inline-flex min-h-10 items-center gap-1 rounded-lg px-1 font-semibold -outline-offset-2 hover:text-ink',
            column.isFigure ? 'text-end' : 'text-start',
            direction && 'text-ink',
          )}
        >
          {column.header}
          <Icon size={14} aria-hidden="true" className={direction ? undefined : 'opacity-50'} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

type BodyRowProps<Row> = { readonly row: Row; readonly table: DataTableProps<Row> }

type SelectableRowProps<Row> = BodyRowProps<Row> & { readonly selecting: Selecting | null }

const BodyRow = <Row,>({ row, table, selecting }: SelectableRowProps<Row>) => {
  const { columns, keyOf, openKey, hrefOf } = table
  return (
    <tr
      {...asRow}
      aria-current={openKey === keyOf(row) || undefined}
      className={cn(
        'group relative border-b border-line last:border-b-0 aria-[current]:bg-brand-soft max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-1.5',
        hrefOf && 'hover:bg-sunken',
        selecting && 'max-sm:pe-14',
      )}
    >
      {selecting ? <SelectCell rowKey={keyOf(row)} selecting={selecting} /> : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...asCell}
          className={cn(
            'px-3 py-2 sm:group-data-tight/table:px-2 max-sm:flex max-sm:items-baseline max-sm:gap-1.5 max-sm:p-0',
            // On a card nothing is said of what is not there.
            'max-sm:has-[>span:last-child:empty]:hidden',
            column.onCard === 'hidden' && 'max-sm:hidden',
            index > 0 && 'max-sm:text-sm',
            column.isFigure ? 'text-end sm:whitespace-nowrap' : 'text-start',
            !column.isWide &&
              !column.isFigure &&
              // Names may break then, and an ID stays whole.
              'sm:whitespace-nowrap sm:group-data-[tight=more]/table:whitespace-normal sm:[&_code]:whitespace-nowrap',
          )}
        >
          {/* The header says it where there is one to see. */}
          <span
            aria-hidden="true"
            className={cn(
              'shrink-0 text-sm text-ink-soft sm:hidden',
              ((index === 0 && hrefOf) || column.onCard === 'bare') && 'max-sm:hidden',
            )}
          >
            {column.header}
          </span>
          <span
            // Names the box of the row; where the row is a link, the link does.
            id={selecting && index === 0 && !hrefOf ? rowId(keyOf(row)) : undefined}
            className={cn(
              'min-w-0 wrap-anywhere',
              index > 0 && 'max-sm:text-start',
              // Beside wide columns it would be left so little room that words break.
              column.isWide ? 'sm:inline-block sm:min-w-36' : 'sm:group-data-[tight=more]/table:wrap-break-word',
            )}
          >
            {index === 0 && hrefOf ? <RowLink row={row} table={table} /> : isolated(column.cell(row))}
          </span>
        </td>
      ))}
    </tr>
  )
}

/** One link a row, and all of the row presses it. */
const RowLink = <Row,>({ row, table: { columns, keyOf, hrefOf, onOpen } }: BodyRowProps<Row>) => {
  const open = (event: MouseEvent) => {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(row)
  }
  return (
    <a
      data-row-link={keyOf(row)}
      id={rowId(keyOf(row))}
      href={hrefOf?.(row)}
      onClick={open}
      className="font-semibold text-brand-text outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-text"
    >
      {isolated(columns[0]?.cell(row))}
    </a>
  )
}

/** The arrow keys, or j and k, go from row to row; x chooses one. */
const step = (event: KeyboardEvent, body: HTMLElement | null, selecting: Selecting | null) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = (event.target as HTMLElement).dataset['rowLink']
  if (selecting && key !== undefined && event.key.toLowerCase() === 'x') {
    event.preventDefault()
    selecting.toggle(key, event.shiftKey)
    return
  }
  const by = ({ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 } as const)[event.key as 'j']
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.indexOf(event.target as HTMLElement)
  if (by === undefined || at === -1) return
  event.preventDefault()
  links[at + by]?.focus()
}

const SortChoice = <Row,>({ columns, sort, onSort, sortLabel }: DataTableProps<Row>) => {
  const sortable = columns.filter(({ isSortable }) => isSortable)
  if (!sort || !onSort || !sortLabel || sortable.length === 0) return null
  const options = sortable.flatMap(({ id, header }) => [
    { value: `${id} ascending`, label: `${header} ↑` },
    { value: `${id} descending`, label: `${header} ↓` },
  ])
  return (
    <NativeSelect
      className="sm:hidden"
      label={sortLabel}
      value={`${sort.column} ${sort.direction}`}
      options={options}
      onValueChange={(value) => {
        const [column = '', direction] = value.split(' ')
        onSort({ column, direction: direction === 'descending' ? 'descending' : 'ascending' })
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
