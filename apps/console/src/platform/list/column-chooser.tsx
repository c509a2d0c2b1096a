import { Button, Checkbox, IconButton } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { PopoverButton } from '@cashbox/ui/dense/popover-button'
import { ArrowDown, ArrowUp, Columns3, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenView } from './view-menu.tsx'

type Column = Pick<TableColumn<never>, 'id' | 'header' | 'isExtra'>

interface ColumnRowsProps {
  readonly columns: readonly Column[]
  readonly shown: readonly string[]
  readonly onToggle: (id: string) => void
  readonly onMove: (column: Column, by: 1 | -1) => void
}

interface OrderedColumn {
  readonly id: string
  readonly isExtra?: boolean | undefined
}

/** Without a view, the columns are the operator's own on every device. */
export function ColumnChooser({ columns, view }: { columns: readonly Column[]; view: OpenView }) {
  const t = useTranslations('list_views.columns')
  const [announcement, setAnnouncement] = useState('')
  const shown = shownColumns(columns, view.columns).map(({ id }) => id)
  const show = (next: readonly string[]) => view.showColumns(chosenOf(columns, next))
  const move = ({ id, header: name }: Column, by: 1 | -1) => {
    const next = moveColumn(shown, id, by)
    if (next === shown) return
    show(next)
    setAnnouncement(t('moved', { name, place: next.indexOf(id) + 1, count: next.length }))
  }
  return (
    <PopoverButton
      label={t('hint')}
      title={t('shown')}
      face={
        <>
          <Columns3 size={18} aria-hidden className="shrink-0" />
          {t('button')}
        </>
      }
    >
      <ColumnRows
        columns={columns}
        shown={shown}
        onToggle={(id) => show(toggleColumn(columns, shown, id))}
        onMove={move}
      />
      {view.columns && (
        <Button variant="ghost" icon={<RotateCcw size={16} aria-hidden />} onClick={() => view.showColumns(null)}>
          {t('all')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </PopoverButton>
  )
}

/** Shown columns in their order, then the others. */
function ColumnRows({ columns, shown, onToggle, onMove }: ColumnRowsProps) {
  const t = useTranslations('list_views.columns')
  const prefix = useId()
  const keepFocus = useKeptFocus(shown.join())
  const rows = [...shownColumns(columns, shown), ...columns.filter(({ id }) => !shown.includes(id))]
  const arrow = (column: Column, by: 1 | -1) => {
    const Icon = by === 1 ? ArrowDown : ArrowUp
    return (
      <IconButton
        id={`${prefix}${column.id}${by}`}
        label={t(by === 1 ? 'down' : 'up', { name: column.header })}
        icon={<Icon size={18} aria-hidden />}
        aria-disabled={!canMove(shown, column.id, by)}
        className="aria-disabled:opacity-45"
        onClick={({ currentTarget }) => {
          keepFocus(currentTarget.id)
          onMove(column, by)
        }}
      />
    )
  }
  return (
    <ul className="grid">
      {rows.map((column, index) => (
        <li key={column.id} className="flex items-center gap-1">
          <Checkbox
            id={`${prefix}${column.id}`}
            className="min-w-0 flex-1 px-1"
            label={column.header}
            checked={shown.includes(column.id)}
            disabled={index === 0}
            onChange={({ currentTarget }) => {
              keepFocus(currentTarget.id)
              onToggle(column.id)
            }}
          />
          {index > 0 && shown.includes(column.id) && (
            <>
              {arrow(column, -1)}
              {arrow(column, 1)}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns the focus to the pressed control after its row has moved, where the browser would lose it. */
function useKeptFocus(order: string) {
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (pressed.current !== null && order) document.getElementById(pressed.current)?.focus()
    pressed.current = null
  }, [order])
  return (id: string) => {
    pressed.current = id
  }
}

/** The first column links to the row, so it is always shown first. */
export function shownColumns<C extends OrderedColumn>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): readonly C[] {
  if (!chosen) return columns.filter(({ isExtra }) => isExtra !== true)
  const [first, ...others] = columns
  const shown = chosen.flatMap((id) => others.find((column) => column.id === id) ?? [])
  return first ? [first, ...new Set(shown)] : []
}

/** A column that is shown again returns to its place in the list's own order. */
export function toggleColumn(
  columns: readonly OrderedColumn[],
  shown: readonly string[],
  id: string,
): readonly string[] {
  if (shown.includes(id)) return shown.filter((one) => one !== id)
  const placeOf = (one: string) => columns.findIndex((column) => column.id === one)
  const next = shown.findIndex((one) => placeOf(one) > placeOf(id))
  return shown.toSpliced(next === -1 ? shown.length : next, 0, id)
}

/** The first column keeps its place. */
export const canMove = (shown: readonly string[], id: string, by: 1 | -1): boolean => {
  const from = shown.indexOf(id)
  return from > 0 && from + by > 0 && from + by < shown.length
}

export const moveColumn = (shown: readonly string[], id: string, by: 1 | -1): readonly string[] =>
  canMove(shown, id, by) ? shown.toSpliced(shown.indexOf(id), 1).toSpliced(shown.indexOf(id) + by, 0, id) : shown

/** Null for the columns that the list shows by itself, in its own order. */
export function chosenOf(columns: readonly OrderedColumn[], shown: readonly string[]): string[] | null {
  const usual = shownColumns(columns, null)
  return shown.length === usual.length && usual.every(({ id }, index) => shown[index] === id) ? null : [...shown]
}
