import { setPageLanguage } from '@cashbox/client/language'
import { logFailure } from '@cashbox/client/log'
import type { CompiledTexts } from '@cashbox/client/merge-texts'
import { readStored, store } from '@cashbox/client/storage'
import { defaultLanguage, type Language, languages } from '@cashbox/contract'
import { currentLanguage, type Messages, shown } from './language.ts'

const STORED = 'console-language'

const files: Readonly<Record<Language, () => Promise<{ readonly default: CompiledTexts }>>> = {
  en: () => import('virtual:texts/en'),
  ru: () => import('virtual:texts/ru'),
  es: () => import('virtual:texts/es'),
  fr: () => import('virtual:texts/fr'),
  tr: () => import('virtual:texts/tr'),
  ar: () => import('virtual:texts/ar'),
}

let requested: Language | null = null

/** The last language in this browser, or else the browser's preferred one. */
export function preferredLanguage(): Language {
  const preferred = [readStored(STORED), ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])]
  const language = preferred
    .map((code) => languages.find((known) => known === code))
    .find((known) => known !== undefined)
  return language ?? defaultLanguage
}

export async function restoreLanguage(): Promise<void> {
  await load(preferredLanguage()).catch((error: unknown) => {
    logFailure('the language could not be loaded, so the console speaks English', error)
    return load(defaultLanguage)
  })
}

/** If the language can't be loaded, the console stays as it is. */
export async function switchLanguage(language: Language): Promise<void> {
  if (language === requested) return
  await load(language).catch((error: unknown) => {
    requested = currentLanguage()
    logFailure('the language could not be loaded', error)
  })
}

async function load(language: Language): Promise<void> {
  requested = language
  const { default: texts } = await files[language]()
  // Another one may have been chosen meanwhile.
  if (requested !== language) return
  store(STORED, language)
  shown.set({ language, messages: texts as unknown as Messages, isLoading: false })
  setPageLanguage(language)
}
