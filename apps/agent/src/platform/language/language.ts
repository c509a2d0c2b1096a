import guestTexts from 'virtual:english/guests'
import { createLanguage, setPageLanguage } from '@cashbox/client/language'
import { type CompiledTexts, mergeTexts } from '@cashbox/client/merge-texts'
import { defaultLanguage, type Language } from '@cashbox/contract'
import type { english } from '@cashbox/contract/translations'

export type Messages = typeof english

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** English as far as loaded, and the translation laid over it. */
let builtIn: CompiledTexts = guestTexts
let translated: CompiledTexts = {}

const merged = () => mergeTexts(builtIn, translated) as unknown as Messages

const { shown, useLanguage, currentLanguage, Translated } = createLanguage<Messages>(merged())

export { currentLanguage, shown, Translated, useLanguage }

/** Adds built-in texts, with the screens that need them. */
export function addBuiltIn(texts: CompiledTexts): void {
  builtIn = { ...builtIn, ...texts }
  shown.set({ ...shown.get(), messages: merged() })
}

/** Switches the language; without texts, to English. */
export function showLanguage(language: Language, texts: CompiledTexts | null): void {
  translated = texts ?? {}
  shown.set({ language, messages: merged(), isLoading: false })
  setPageLanguage(texts ? language : defaultLanguage)
}
