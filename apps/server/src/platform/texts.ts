import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@cashbox/contract'
import { refusalTexts } from '@cashbox/contract/refusal-texts'
import { IntlMessageFormat } from 'intl-messageformat'

type Texts = { readonly [key: string]: string | Texts }
export type TextValues = Record<string, string | number>

const load = (language: Language): Texts => ({
  ...(JSON.parse(readFileSync(join(import.meta.dirname, `texts/${language}.json`), 'utf8')) as Texts),
  refusals: refusalTexts[language].messages,
})

const texts = new Map(languages.map((language) => [language, load(language)]))
const formats = new Map<string, IntlMessageFormat>()

function find(language: Language, key: string): string | null {
  let node: string | Texts | undefined = texts.get(language)
  for (const step of key.split('.')) node = typeof node === 'object' ? node[step] : undefined
  return typeof node === 'string' ? node : null
}

/** Translates a text of the server. Numbers have Latin digits in every language. */
export function translate(language: Language, key: string, values: TextValues = {}): string {
  const id = `${language} ${key}`
  let format = formats.get(id)
  if (!format) {
    const message = find(language, key) ?? find(defaultLanguage, key)
    if (message === null) throw new Error(`unknown text: ${key}`)
    format = new IntlMessageFormat(message, `${language}-u-nu-latn`)
    formats.set(id, format)
  }
  return String(format.format(values))
}
