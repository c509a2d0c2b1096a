import { type Language, languages } from '@cashbox/contract'
import { type Translations, translations } from '@cashbox/contract/translations'
import { pluralFormsOf, problemsOf, valuesIn } from '@cashbox/contract/translations/check'
import { col, type Queryable, query, type RowOf } from '@cashbox/postgres/database'
import { translate } from '../platform/texts.ts'

function flatten(texts: Translations, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : flatten(text, `${prefix}${key}.`),
  )
}

const byLanguage = new Map<Language, ReadonlyMap<string, string>>()

/** Every text that comes with the program, by its path, such as "auth.login.title". */
export function shipped(language: Language): ReadonlyMap<string, string> {
  const known = byLanguage.get(language)
  if (known) return known
  const texts = new Map(flatten(translations[language]))
  byLanguage.set(language, texts)
  return texts
}

/** `kind` is a key of `text_problems`; `expected` is what the text should contain. */
export interface TextProblem {
  readonly kind:
    | 'missing'
    | 'no_such_text'
    | 'values'
    | 'no_values'
    | 'unreadable'
    | 'plural_forms'
    | 'number_missing'
    | 'miscounted'
  readonly expected?: string
}

export const renderProblem = (reader: Language, { kind, expected = '' }: TextProblem): string =>
  translate(reader, `text_problems.${kind}`, { expected })

// A cache, because checking parses a message many times.
const problems = new Map<string, TextProblem | null>()
const MAX_CACHED = 5000

/** Why a text can't be used under this key: its values or plural forms differ, or it can't be parsed. */
export function problemWith(language: Language, key: string, text: string): TextProblem | null {
  const id = JSON.stringify([language, key, text])
  const known = problems.get(id)
  if (known !== undefined) return known
  if (problems.size >= MAX_CACHED) problems.clear()
  const problem = findProblem(language, key, text)
  problems.set(id, problem)
  return problem
}

function findProblem(language: Language, key: string, text: string): TextProblem | null {
  const english = shipped('en').get(key)
  if (english === undefined) return { kind: 'no_such_text' }
  try {
    // The text may still be English: the operator decides.
    const found = problemsOf(language, { text }, { text: english }, [text])
    if (found.values.length > 0) return wrongValues(valuesIn('en', english))
    if (found.unreadable.length > 0) return { kind: 'unreadable' }
    if (found.pluralForms.length > 0) return { kind: 'plural_forms', expected: pluralFormsOf(language).join(', ') }
    if (found.pluralsWithoutTheirNumber.length > 0) return { kind: 'number_missing' }
    return found.russianCounts.length > 0 ? { kind: 'miscounted' } : null
  } catch {
    // Only a message that can't be parsed throws.
    return { kind: 'unreadable' }
  }
}

const wrongValues = (names: readonly string[]): TextProblem =>
  names.length === 0 ? { kind: 'no_values' } : { kind: 'values', expected: names.map((name) => `{${name}}`).join(', ') }

export const overrideColumns = {
  language: col.oneOf(...languages),
  key: col.text,
  text: col.text,
  changed_by: col.text,
  changed_at: col.timestamptz,
  version: col.int4,
}
export type Override = RowOf<typeof overrideColumns>

export const readOverrides = (db: Queryable, language: Language | null = null) =>
  query(db, overrideColumns)`
    select language, key, text, changed_by, changed_at, version from translation_override
    where ${language}::text is null or language = ${language} order by key, language`

/** Loaded by the app when the page is opened, not with the other texts. */
const LONG_TEXTS = 'terms_of_use'
const isLong = (key: string) => key.startsWith(`${LONG_TEXTS}.`)

type Nested = { [key: string]: string | Nested }

/** Only changes that still fit: another version of the program may use other values or plurals. */
export async function changedTexts(db: Queryable, language: Language): Promise<Translations> {
  const changed: Nested = {}
  for (const { key, text } of await readOverrides(db, language)) {
    if (!isLong(key) && problemWith(language, key, text) === null) put(changed, key.split('.'), text)
  }
  return changed
}

function put(into: Nested, [step = '', ...rest]: string[], text: string) {
  if (rest.length === 0) {
    into[step] = text
    return
  }
  const below = into[step]
  const group: Nested = typeof below === 'object' ? below : {}
  into[step] = group
  put(group, rest, text)
}

export async function currentTexts(db: Queryable, language: Language): Promise<Translations> {
  const { [LONG_TEXTS]: _long, ...texts } = translations[language]
  return merge(await changedTexts(db, language), texts)
}

const merge = (changed: Translations, over: Translations): Translations => ({
  ...over,
  ...Object.fromEntries(
    Object.entries(changed).map(([key, text]) => {
      const below = over[key]
      return [key, typeof text === 'object' && typeof below === 'object' ? merge(text, below) : text]
    }),
  ),
})
