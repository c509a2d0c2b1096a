/** How a value is written: money and numbers can be added up in a spreadsheet, a time is a time there. `cell` is a
 * value that the row has as a cell already. */
export type Kind = 'text' | 'number' | 'money' | 'time' | 'cell'

export interface Column {
  readonly name: string
  /** A dot leads into an object. */
  readonly path: string
  readonly kind: Kind
}

/** A value on its way into a file. `text` may come from anyone; the others are our own numbers. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  /** Of UTC; with `local` the time of a place, as its clocks show it. */
  | { readonly kind: 'time'; readonly seconds: number; readonly local?: string }

/** Lines above and below the table. Those below are asked for when all rows are written, so they may add them up. */
export interface Frame {
  readonly head: readonly (readonly Cell[])[]
  readonly foot: () => readonly (readonly Cell[])[]
}

export const noFrame: Frame = { head: [], foot: () => [] }

export const textCell = (text: string): Cell => ({ kind: 'text', text })
export const numberCell = (text: string): Cell => ({ kind: 'number', text })

const EMPTY: Cell = { kind: 'text', text: '' }
const DECIMAL = /^-?\d+(\.\d+)?$/

export function cellOf(row: unknown, { path, kind }: Column): Cell {
  const value = valueAt(row, path)
  if (value === null) return EMPTY
  if (kind === 'cell') return value as Cell
  if (kind === 'time' && typeof value === 'number') return { kind: 'time', seconds: value }
  const text = asText(value)
  return (kind === 'number' || kind === 'money') && DECIMAL.test(text)
    ? { kind: 'number', text }
    : { kind: 'text', text }
}

/** Null where there is nothing. */
function valueAt(row: unknown, path: string): unknown {
  let value = row
  for (const name of path.split('.')) {
    if (value === null) return null
    value = (value as Record<string, unknown>)[name]
    if (value === undefined) throw new Error(`exported column is not in the row: ${path}`)
  }
  return value
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return JSON.stringify(value)
}
