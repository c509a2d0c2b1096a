import { createHash } from 'node:crypto'
import { type Language, languages, type TermsOfUse } from '@cashbox/contract'
import { type Queryable, sql, type Tx } from '@cashbox/postgres/database'
import { refusal } from '../platform/refusal.ts'
import { problemWith, readOverrides, shipped } from './texts.ts'

/** Operators edit the terms where they edit all texts of the app. */
const KEY = 'terms_of_use.text'

const VERSION_LENGTH = 12

/** A hash of the text, so that every change has a new version. */
const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, VERSION_LENGTH)

async function readTexts(db: Queryable): Promise<readonly TermsOfUse[]> {
  const changed = (await readOverrides(db)).filter(
    ({ language, key, text }) => key === KEY && problemWith(language, key, text) === null,
  )
  return languages.map((language) => {
    const own = changed.find((override) => override.language === language)
    const text = own?.text ?? shipped(language).get(KEY) ?? shipped('en').get(KEY) ?? ''
    return { language, text, version: versionOf(text) }
  })
}

export async function readTermsOfUse(db: Queryable, language: Language): Promise<TermsOfUse> {
  const found = (await readTexts(db)).find((terms) => terms.language === language)
  if (!found) throw new Error(`there are no terms of use in ${language}`)
  return found
}

interface Agreed {
  /** The version that the app showed; by default the terms in the language of the request. */
  readonly version: string | undefined
  readonly language: Language
  readonly at: Date
}

/** Stores the text that an agent agreed to, and returns its version. */
export async function saveAgreedTerms(tx: Tx, { version, language, at }: Agreed): Promise<string> {
  const texts = await readTexts(tx)
  const agreed = texts.find((terms) =>
    version === undefined ? terms.language === language : terms.version === version,
  )
  if (!agreed) throw refusal('terms_changed')
  await tx.execute(sql`
    insert into terms_of_use (version, language, text, first_agreed_at)
    values (${agreed.version}, ${agreed.language}, ${agreed.text}, ${at})
    on conflict (version) do nothing`)
  return agreed.version
}
