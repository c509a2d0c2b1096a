interface Column {
  readonly id: string
}

/** The columns that are shown, in their order. The first leads to the row, so it stays and stays first. */
export function shownColumns<C extends Column>(columns: readonly C[], chosen: readonly string[] | null): readonly C[] {
  if (!chosen) return columns
  const [first, ...others] = columns
  const shown = chosen.flatMap((id) => others.find((column) => column.id === id) ?? [])
  return first ? [first, ...new Set(shown)] : []
}

/** The chosen columns without this one, or with it where the list itself would have it. */
export function toggleColumn(columns: readonly Column[], shown: readonly string[], id: string): readonly string[] {
  if (shown.includes(id)) return shown.filter((one) => one !== id)
  const placeOf = (one: string) => columns.findIndex((column) => column.id === one)
  const next = shown.findIndex((one) => placeOf(one) > placeOf(id))
  return shown.toSpliced(next === -1 ? shown.length : next, 0, id)
}

/** Whether a shown column can go one place up or down: the first keeps its place. */
export const canMove = (shown: readonly string[], id: string, by: 1 | -1): boolean => {
  const from = shown.indexOf(id)
  return from > 0 && from + by > 0 && from + by < shown.length
}

export const moveColumn = (shown: readonly string[], id: string, by: 1 | -1): readonly string[] =>
  canMove(shown, id, by) ? shown.toSpliced(shown.indexOf(id), 1).toSpliced(shown.indexOf(id) + by, 0, id) : shown

/** Null where nothing is chosen: every column in the order of the list. */
export const chosenOf = (columns: readonly Column[], shown: readonly string[]): string[] | null =>
  shown.length === columns.length && columns.every(({ id }, index) => shown[index] === id) ? null : [...shown]
