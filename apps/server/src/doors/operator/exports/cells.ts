import type { Column } from './columns.ts'

/** A value on its way into a file. `text` may come from anyone; the others are our own numbers. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'time'; readonly seconds: number }

const EMPTY: Cell = { kind: 'text', text: '' }
const DECIMAL = /^-?\d+(\.\d+)?$/

export function cellOf(row: unknown, { path, kind }: Column): Cell {
  const value = valueAt(row, path)
  if (value === null) return EMPTY
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
