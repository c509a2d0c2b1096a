import guestWords from 'virtual:english/guests'
import { type CompiledTexts, mergeTexts } from '@cashbox/client/merge-texts'
import { observable, useObservable } from '@cashbox/client/observable'
import { defaultLanguage, directionOf, type Language } from '@cashbox/contract'
import type { english } from '@cashbox/contract/translations'

export type Messages = typeof english

interface Words {
  readonly language: Language
  readonly messages: Messages
  readonly isLoading: boolean
}

/** English as far as loaded, and the translation laid over it. */
let builtIn: CompiledTexts = guestWords
let translated: CompiledTexts = {}

const merged = () => mergeTexts(builtIn, translated) as unknown as Messages

export const words = observable<Words>({ language: defaultLanguage, messages: merged(), isLoading: false })

export const currentLanguage = (): Language => words.get().language
export const useWords = (): Words => useObservable(words)

/** Adds built-in texts, with the screens that need them. */
export function addBuiltIn(texts: CompiledTexts): void {
  builtIn = { ...builtIn, ...texts }
  words.set({ ...words.get(), messages: merged() })
}

/** Switches the language; without texts, to English. */
export function speak(language: Language, texts: CompiledTexts | null): void {
  translated = texts ?? {}
  words.set({ language, messages: merged(), isLoading: false })
  const spoken = texts ? language : defaultLanguage
  document.documentElement.lang = spoken
  document.documentElement.dir = directionOf(spoken)
}
