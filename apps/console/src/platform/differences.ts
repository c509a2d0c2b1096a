export type Fields = Readonly<Record<string, unknown>> | null

export interface Difference {
  readonly field: string
  /** Null where there was nothing. */
  readonly before: string | null
  readonly after: string | null
}

/** Counts changes, which their list shows already. */
const COUNTER = 'version'

/** What changed, field by field, in words that can be read. */
export const differencesOf = (
  before: Fields,
  after: Fields,
  valueOf: (field: string, value: unknown) => string = asJson,
): readonly Difference[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => field !== COUNTER && asJson('', before?.[field]) !== asJson('', after?.[field]))
    .map((field) => {
      const textOf = (value: unknown) => (value === null || value === undefined ? null : valueOf(field, value))
      return { field, before: textOf(before?.[field]), after: textOf(after?.[field]) }
    })

const asJson = (_field: string, value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 1)
