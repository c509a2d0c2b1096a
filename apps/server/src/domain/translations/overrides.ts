import { type Language, languages } from '@cashbox/contract'
import { type Translations, translations } from '@cashbox/contract/translations'
import { int4, oneOf, type RowOf, text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { isOfConsole } from './shipped.ts'
import { problemWith } from './text-problem.ts'

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

/** Only what was changed, and still fits the program: another version of it may count or name other things. */
export const changedTexts = (db: Queryable, language: Language): Promise<Translations> =>
  readChanges(db, language, (key) => !isLong(key) && !isOfConsole(key))

export async function changedConsoleTexts(db: Queryable, language: Language): Promise<Translations> {
  const { console: changed = {} } = await readChanges(db, language, isOfConsole)
  return typeof changed === 'object' ? changed : {}
}

async function readChanges(db: Queryable, language: Language, isWanted: (key: string) => boolean) {
  const changed: Nested = {}
  for (const { key, text } of await readOverrides(db, language)) {
    if (isWanted(key) && problemWith(language, key, text) === null) put(changed, key.split('.'), text)
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
