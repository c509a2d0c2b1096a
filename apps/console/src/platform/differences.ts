export type Fields = Readonly<Record<string, unknown>> | null

export interface Difference {
  readonly field: string
  /** Null where there was nothing. */
  readonly before: string | null
  readonly after: string | null
}

/** What changed, field by field, in words that can be read. */
export const differencesOf = (before: Fields, after: Fields): readonly Difference[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: textOf(before?.[field]),
    after: textOf(after?.[field]),
  }))

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
