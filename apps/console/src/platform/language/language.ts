import { observable, useObservable } from '@cashbox/client/observable'
import { defaultLanguage, directionOf, type Language, localeOf } from '@cashbox/contract'
import type { english } from '@cashbox/contract/console-texts/en'

export type Messages = typeof english

interface LoadedLanguage {
  readonly language: Language
  readonly messages: Messages
}

/** Empty until the first language is loaded; nothing is drawn before. */
const loaded = observable<LoadedLanguage>({ language: defaultLanguage, messages: {} as Messages })

export const useLanguage = (): LoadedLanguage => useObservable(loaded)
export const currentLanguage = (): Language => loaded.get().language

/** For Intl formatters. */
export const currentLocale = (): string => localeOf(currentLanguage())

export function showLanguage(next: LoadedLanguage): void {
  loaded.set(next)
  document.documentElement.lang = next.language
  document.documentElement.dir = directionOf(next.language)
}
