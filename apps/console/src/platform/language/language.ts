import { observable, useObservable } from '@cashbox/client/observable'
import { defaultLanguage, directionOf, type Language, localeOf } from '@cashbox/contract'
import type { english } from '@cashbox/contract/console-texts/en'

export type Messages = typeof english

interface Words {
  readonly language: Language
  readonly messages: Messages
}

/** Empty until the first language is loaded; nothing is drawn before. */
const words = observable<Words>({ language: defaultLanguage, messages: {} as Messages })

export const useWords = (): Words => useObservable(words)
export const currentLanguage = (): Language => words.get().language

/** For Intl formatters. */
export const currentLocale = (): string => localeOf(currentLanguage())

export function showWords(next: Words): void {
  words.set(next)
  document.documentElement.lang = next.language
  document.documentElement.dir = directionOf(next.language)
}
