interface OrderedColumn {
  readonly id: string
  readonly meta?: { readonly isExtra?: boolean }
}

/** The first column links to the row, so it is always shown first. */
export function shownColumns<C extends OrderedColumn>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): readonly C[] {
  if (!chosen) return columns.filter(({ meta }) => meta?.isExtra !== true)
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
