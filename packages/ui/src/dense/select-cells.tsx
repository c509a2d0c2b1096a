import { Check, Minus } from 'lucide-react'
import { useRef } from 'react'

/** The rows that are chosen, by their keys. */
export type TableSelection = {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (keys: readonly string[], isSelected: boolean) => void
  /** Names the box of a row, before what the row is called. */
  readonly rowLabel: string
  readonly allLabel: string
}

export type Selecting = TableSelection & {
  /** Those that are shown, in their order. */
  readonly keys: readonly string[]
  /** With a range: all from the last one that was chosen to this one. */
  readonly toggle: (key: string, isRange: boolean) => void
}

type SelectingTable<Row> = {
  readonly selection?: TableSelection | undefined
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
}

export const rowId = (key: string) => `row-${key}`

export const useSelecting = <Row,>({ selection, rows, keyOf }: SelectingTable<Row>): Selecting | null => {
  const last = useRef<string | null>(null)
  if (!selection) return null
  const keys = rows?.map(keyOf) ?? []
  const toggle = (key: string, isRange: boolean) => {
    const from = last.current === null ? -1 : keys.indexOf(last.current)
    const to = keys.indexOf(key)
    const isSelected = !selection.selected.has(key)
    const range = isRange && from !== -1 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
    last.current = key
    selection.onSelect(range, isRange ? true : isSelected)
  }
  return { ...selection, keys, toggle }
}

export const SelectAllCell = ({
  selecting: { keys, selected, onSelect, allLabel },
}: {
  readonly selecting: Selecting
}) => {
  const count = keys.filter((key) => selected.has(key)).length
  const isAll = keys.length > 0 && count === keys.length
  return (
    <th role="columnheader" scope="col" className="w-10 border-b border-line ps-3">
      <Box
        aria-label={allLabel}
        isMixed={count > 0 && !isAll}
        checked={isAll}
        onToggle={() => onSelect(keys, !isAll)}
      />
    </th>
  )
}

// Said once more, because drawn as a card it would lose what it is.
const asCell = { role: 'cell' } as const

type SelectCellProps = { readonly rowKey: string; readonly selecting: Selecting }

/** Above the link of the row, which covers all of it. */
export const SelectCell = ({ rowKey, selecting: { selected, toggle, rowLabel } }: SelectCellProps) => (
  <td
    {...asCell}
    className="relative z-[1] w-10 ps-3 max-sm:absolute max-sm:end-2 max-sm:top-1 max-sm:w-auto max-sm:p-0"
  >
    <span id={`${rowId(rowKey)}-select`} className="sr-only">
      {rowLabel}
    </span>
    <Box
      aria-labelledby={`${rowId(rowKey)}-select ${rowId(rowKey)}`}
      checked={selected.has(rowKey)}
      onToggle={(isRange) => toggle(rowKey, isRange)}
    />
  </td>
)

type BoxProps = {
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly checked: boolean
  readonly isMixed?: boolean
  readonly onToggle: (isRange: boolean) => void
}

/** The label is larger than the box, for a thumb. */
const Box = ({ checked, isMixed = false, onToggle, ...named }: BoxProps) => (
  <label className="relative inline-flex size-10 cursor-pointer items-center justify-center select-none max-sm:size-11">
    <input
      {...named}
      type="checkbox"
      checked={checked}
      ref={(input) => {
        if (input) input.indeterminate = isMixed
      }}
      onChange={(event) => onToggle((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
      className="peer size-5 cursor-pointer appearance-none rounded-md border border-edge bg-card checked:border-brand checked:bg-brand"
    />
    {isMixed ? (
      <Minus size={14} strokeWidth={3} aria-hidden="true" className="pointer-events-none absolute text-ink" />
    ) : (
      <Check
        size={14}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute text-brand-ink opacity-0 peer-checked:opacity-100"
      />
    )}
  </label>
)
