import { type Language, languages } from '@cashbox/contract'
import { type Translations, translations } from '@cashbox/contract/translations'
import { pluralFormsOf, problemsOf, valuesIn } from '@cashbox/contract/translations/check'
import { int4, oneOf, type Queryable, type RowOf, sql, text, timestamptz } from '../platform/database/database.ts'
import { say } from '../platform/texts.ts'

function flatten(texts: Translations, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : flatten(text, `${prefix}${key}.`),
  )
}

const byLanguage = new Map<Language, ReadonlyMap<string, string>>()

/** Every text that came with the program, under its path: "auth.login.title". Made when it is first asked for. */
export function shipped(language: Language): ReadonlyMap<string, string> {
  const known = byLanguage.get(language)
  if (known) return known
  const texts = new Map(flatten(translations[language]))
  byLanguage.set(language, texts)
  return texts
}

/** What is wrong with a text, by the name of its words in `text_problems`, and what it should have instead. */
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

export const sayProblem = (reader: Language, { kind, expected = '' }: TextProblem): string =>
  say(reader, `text_problems.${kind}`, { expected })

// A message is parsed many times over for this, so what was found is remembered.
const found = new Map<string, TextProblem | null>()
const REMEMBERED = 5000

/** Why a text can't replace the one under this key: its values or plural forms differ, or it is no message. */
export function problemWith(language: Language, key: string, text: string): TextProblem | null {
  const id = JSON.stringify([language, key, text])
  const known = found.get(id)
  if (known !== undefined) return known
  if (found.size >= REMEMBERED) found.clear()
  const problem = findProblem(language, key, text)
  found.set(id, problem)
  return problem
}

function findProblem(language: Language, key: string, text: string): TextProblem | null {
  const english = shipped('en').get(key)
  if (english === undefined) return { kind: 'no_such_text' }
  try {
    // It may well be English still: that is for the operator to say.
    const problems = problemsOf(language, { text }, { text: english }, [text])
    if (problems.values.length > 0) return wrongValues(valuesIn('en', english))
    if (problems.unreadable.length > 0) return { kind: 'unreadable' }
    if (problems.pluralForms.length > 0) return { kind: 'plural_forms', expected: pluralFormsOf(language).join(', ') }
    if (problems.pluralsWithoutTheirNumber.length > 0) return { kind: 'number_missing' }
    return problems.russianCounts.length > 0 ? { kind: 'miscounted' } : null
  } catch {
    // Only a message that can't be parsed throws.
    return { kind: 'unreadable' }
  }
}

const wrongValues = (names: readonly string[]): TextProblem =>
  names.length === 0 ? { kind: 'no_values' } : { kind: 'values', expected: names.map((name) => `{${name}}`).join(', ') }

/** What an operator says instead of a text that came with the program. */
export const overrideColumns = {
  language: oneOf(...languages),
  key: text,
  text,
  changed_by: text,
  changed_at: timestamptz,
  version: int4,
}
export type Override = RowOf<typeof overrideColumns>

export const readOverrides = (db: Queryable, language: Language | null = null) =>
  db.query(
    sql`
      select language, key, text, changed_by, changed_at, version from translation_override
      where ${language}::text is null or language = ${language} order by key, language`,
    overrideColumns,
  )

/** Pages that the app asks for when they are opened, and not with its words. */
const LONG_TEXTS = 'terms_of_use'
const isLong = (key: string) => key.startsWith(`${LONG_TEXTS}.`)

type Nested = { [key: string]: string | Nested }

/** Only texts that were changed and still fit the program: another version of it may count or name other things. */
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

/** The words of the app as agents read them. */
export async function spokenTexts(db: Queryable, language: Language): Promise<Translations> {
  const { [LONG_TEXTS]: _asked, ...words } = translations[language]
  return lay(await changedTexts(db, language), words)
}

const lay = (changed: Translations, over: Translations): Translations => ({
  ...over,
  ...Object.fromEntries(
    Object.entries(changed).map(([key, text]) => {
      const below = over[key]
      return [key, typeof text === 'object' && typeof below === 'object' ? lay(text, below) : text]
    }),
  ),
})
