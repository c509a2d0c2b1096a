import { type Language, languages } from '@cashbox/contract'
import { type Translations, translations } from '@cashbox/contract/translations'
import { problemsOf } from '@cashbox/contract/translations/check'
import { int4, oneOf, type RowOf, text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

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

function flatten(texts: Translations, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : flatten(text, `${prefix}${key}.`),
  )
}

/** Every text that came with the program, under its path: "auth.login.title". */
export const shipped: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(flatten(translations.en)),
  ru: new Map(flatten(translations.ru)),
  es: new Map(flatten(translations.es)),
  fr: new Map(flatten(translations.fr)),
  tr: new Map(flatten(translations.tr)),
  ar: new Map(flatten(translations.ar)),
}

// A message is parsed many times over for this, so what was found is remembered.
const found = new Map<string, string | null>()
const REMEMBERED = 5000

/** Why a text can't replace the one under this key: its values or plural forms differ, or it is no message. */
export function problemWith(language: Language, key: string, text: string): string | null {
  const id = JSON.stringify([language, key, text])
  const known = found.get(id)
  if (known !== undefined) return known
  if (found.size >= REMEMBERED) found.clear()
  const problem = findProblem(language, key, text)
  found.set(id, problem)
  return problem
}

function findProblem(language: Language, key: string, text: string): string | null {
  const english = shipped.en.get(key)
  if (english === undefined) return 'the app has no such text'
  try {
    // It may well be English still: that is for the operator to say.
    const problems = Object.values(problemsOf(language, { text }, { text: english }, [text])).flat()
    return problems[0]?.replace(/^text: /, '') ?? null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Nested = { [key: string]: string | Nested }

/** Only what was changed, and still fits the program: another version of it may count or name other things. */
export async function changedTexts(db: Queryable, language: Language): Promise<Translations> {
  const changed: Nested = {}
  for (const { key, text } of await readOverrides(db, language)) {
    if (problemWith(language, key, text) === null) put(changed, key.split('.'), text)
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
  return lay(await changedTexts(db, language), translations[language])
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
