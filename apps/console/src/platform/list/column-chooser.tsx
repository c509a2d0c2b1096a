import { Button, Checkbox, IconButton } from '@cashbox/ui'
import { PopoverButton } from '@cashbox/ui/dense/popover-button'
import { ArrowDown, ArrowUp, Columns3, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { textAt } from '../language/language.ts'
import { type OrderedColumn, shownColumns } from './columns.tsx'
import { type ListView } from './view-menu.tsx'

/** Without a view, the columns are the operator's own on every device. */
export function ColumnChooser({ view }: { view: ListView }) {
  const prefix = useId()
  const [announcement, setAnnouncement] = useState('')
  const { columns, shown } = view
  const keepFocus = useKeptFocus(shown.join())
  const show = (next: readonly string[]) => view.showColumns(chosenOf(columns, next))
  const arrow = (id: string, name: string, by: 1 | -1) => (
    <IconButton
      id={`${prefix}${id}${by}`}
      label={by === 1 ? textAt('list_views.columns.down', { name }) : textAt('list_views.columns.up', { name })}
      icon={by === 1 ? <ArrowDown size={18} aria-hidden /> : <ArrowUp size={18} aria-hidden />}
      aria-disabled={!canMove(shown, id, by)}
      className="aria-disabled:opacity-45"
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget.id)
        const next = moveColumn(shown, id, by)
        if (next === shown) return
        show(next)
        setAnnouncement(textAt('list_views.columns.moved', { name, place: next.indexOf(id) + 1, count: next.length }))
      }}
    />
  )
  // Shown columns in their order, then the others.
  const hidden = columns.map(({ id }) => id).filter((id) => !shown.includes(id))
  const names = new Map(columns.map(({ id, header }) => [id, header]))
  return (
    <PopoverButton
      label={textAt('list_views.columns.hint')}
      title={textAt('list_views.columns.shown')}
      face={
        <>
          <Columns3 size={18} aria-hidden className="shrink-0" />
          {textAt('list_views.columns.button')}
        </>
      }
    >
      <ul className="grid">
        {[...shown, ...hidden].map((id, index) => (
          <li key={id} className="flex items-center gap-1">
            <Checkbox
              id={`${prefix}${id}`}
              className="min-w-0 flex-1 px-1"
              label={names.get(id)}
              checked={shown.includes(id)}
              disabled={index === 0}
              onChange={({ currentTarget }) => {
                keepFocus(currentTarget.id)
                show(toggleColumn(columns, shown, id))
              }}
            />
            {index > 0 && shown.includes(id) && (
              <>
                {arrow(id, names.get(id) ?? id, -1)}
                {arrow(id, names.get(id) ?? id, 1)}
              </>
            )}
          </li>
        ))}
      </ul>
      {view.chosen && (
        <Button variant="ghost" icon={<RotateCcw size={16} aria-hidden />} onClick={() => view.showColumns(null)}>
          {textAt('list_views.columns.all')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </PopoverButton>
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
