import { createLanguage } from '@cashbox/client/language'
import { localeOf } from '@cashbox/contract'
import type { english } from '@cashbox/contract/console-texts/en'

export type Messages = typeof english

/** Any text without placeholders: which keys exist is checked at run time. */
export type AnyText = 'differences.words.any'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** Empty until the first language is loaded; nothing is drawn before. */
const { shown, useLanguage, currentLanguage, Translated } = createLanguage({} as Messages)

export { currentLanguage, shown, Translated, useLanguage }

export const currentLocale = (): string => localeOf(currentLanguage())
