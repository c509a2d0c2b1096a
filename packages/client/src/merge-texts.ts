export interface Texts {
  readonly [key: string]: string | Texts
}

/** The same, compiled: a plain text stays one, anything else becomes a list. */
export interface CompiledTexts {
  readonly [key: string]: string | readonly unknown[] | CompiledTexts
}

const isText = (value: unknown) => (typeof value === 'string' && value !== '') || Array.isArray(value)
const isGroup = (value: unknown): value is CompiledTexts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lays the translated texts over the built-in ones: what is missing or is no text stays as it was. */
export function mergeTexts<T extends object>(builtIn: T, translated: CompiledTexts): T {
  const merged = Object.entries(builtIn).map(([key, value]: [string, unknown]) => {
    const own = Object.hasOwn(translated, key) ? translated[key] : undefined
    if (isGroup(value)) return [key, isGroup(own) ? mergeTexts(value, own) : value]
    return [key, isText(own) ? own : value]
  })
  return Object.fromEntries(merged) as T
}
