/** How a spreadsheet treats the value; `cell` when the row contains a `Cell` already. */
export type Kind = 'text' | 'number' | 'money' | 'time' | 'cell'

export interface Column {
  readonly name: string
  /** With dots for nested objects. */
  readonly path: string
  readonly kind: Kind
}

/** `text` is untrusted; the others are our own numbers. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  /** In UTC; `local` is the time in a time zone. */
  | { readonly kind: 'time'; readonly seconds: number; readonly local?: string }

/** Lines above and below the table. `foot` is called after all rows are written, so it may contain totals. */
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
