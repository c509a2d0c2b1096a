import { createLanguage } from '@cashbox/client/language'
import { localeOf } from '@cashbox/contract'
import type { english } from '@cashbox/contract/console-texts/en'
import type { MessageKeys, NestedKeyOf } from 'use-intl'

export type Messages = typeof english

export type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>

/** Any text without placeholders: which keys exist is checked at run time. */
export type AnyText = 'differences.words.any'

/** The texts below a place such as `channels.acts`; only those that have a name. */
export type TextsAt<Place extends string, Texts = Messages> = Place extends `${infer First}.${infer Rest}`
  ? TextsAt<Rest, Texts[First & keyof Texts]>
  : { readonly [Name in keyof Texts[Place & keyof Texts] & string]: unknown }

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** Empty until the first language is loaded; nothing is drawn before. */
const { shown, useLanguage, currentLanguage, Translated } = createLanguage({} as Messages)

export { currentLanguage, shown, Translated, useLanguage }

export const currentLocale = (): string => localeOf(currentLanguage())
