import type { Row, Table } from '@tanstack/react-table'
import { Check, Minus } from 'lucide-react'
import { useRef } from 'react'
import { textAt } from '../language/language.ts'

export const rowId = (key: string) => `row-${key}`

// Stated explicitly: browsers drop table roles when rows are drawn as cards.
export const asCell = { role: 'cell' } as const

/** Selects a row, or with a range all rows from the one before to this one. Null where rows can't be selected. */
export const useSelect = <Data,>(table: Table<Data>) => {
  const last = useRef<string | null>(null)
  if (!table.options.enableRowSelection) return null
  return (key: string, isRange: boolean) => {
    const keys = table.getRowModel().rows.map(({ id }) => id)
    const from = last.current === null ? -1 : keys.indexOf(last.current)
    const to = keys.indexOf(key)
    const range = isRange && from !== -1 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
    const isSelected = isRange || !table.getRow(key).getIsSelected()
    last.current = key
    table.setRowSelection((before) => ({ ...before, ...Object.fromEntries(range.map((id) => [id, isSelected])) }))
  }
}

export const SelectAllCell = <Data,>({ table }: { table: Table<Data> }) => (
  <th role="columnheader" scope="col" className="w-10 border-b border-line ps-3">
    <Box
      aria-label={textAt('bulk.select_page')}
      isMixed={table.getIsSomePageRowsSelected()}
      checked={table.getIsAllPageRowsSelected()}
      onToggle={() => table.toggleAllPageRowsSelected()}
    />
  </th>
)

interface SelectCellProps<Data> {
  readonly row: Row<Data>
  readonly onToggle: (isRange: boolean) => void
}

/** Above the link of the row, which covers all of it. */
export const SelectCell = <Data,>({ row, onToggle }: SelectCellProps<Data>) => (
  <td
    {...asCell}
    className="relative z-[1] w-10 ps-3 max-sm:absolute max-sm:end-2 max-sm:top-1 max-sm:w-auto max-sm:p-0"
  >
    <span id={`${rowId(row.id)}-select`} className="sr-only">
      {textAt('bulk.select_row')}
    </span>
    <Box
      aria-labelledby={`${rowId(row.id)}-select ${rowId(row.id)}`}
      checked={row.getIsSelected()}
      onToggle={onToggle}
    />
  </td>
)

interface BoxProps {
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
