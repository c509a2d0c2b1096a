import { createLanguage } from '@cashbox/client/language'
import { logFailure } from '@cashbox/client/log'
import { localeOf } from '@cashbox/contract'
import type { english } from '@cashbox/contract/console-texts/en'
import { createTranslator, type MessageKeys, type NamespaceKeys, type NestedKeyOf } from 'use-intl'

export type Messages = typeof english

export type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>

/** Any text without placeholders: which keys exist is checked at run time. */
export type AnyText = 'differences.words.any'

/** A group of texts, such as `channels.acts.rename`. */
export type TextGroup = NamespaceKeys<Messages, NestedKeyOf<Messages>>

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** Empty until the first language is loaded; nothing is drawn before. */
const { shown, useLanguage, currentLanguage, Translated } = createLanguage({} as Messages)

export { currentLanguage, shown, Translated, useLanguage }

export const currentLocale = (): string => localeOf(currentLanguage())

type Translate<Group extends TextGroup = never> = ReturnType<typeof createTranslator<Messages, Group>>

/**
 * The texts of a group, in the language that is shown when they are read. App draws everything again in another
 * language, so a component needs no hook for them.
 */
export function textsOf<Group extends TextGroup = never>(group?: Group): Translate<Group> {
  let made: { readonly of: Messages; readonly translate: Translate<Group> } | null = null
  const current = () => {
    const { messages } = shown.get()
    if (made?.of === messages) return made.translate
    const onError = (error: unknown) => logFailure('a text could not be shown', error)
    const translate = createTranslator<Messages, Group>({
      locale: currentLocale(),
      messages,
      onError,
      ...(group && { namespace: group }),
    })
    made = { of: messages, translate }
    return translate
  }
  const read = (...asked: Parameters<Translate<Group>>) => current()(...asked)
  return Object.assign(read, {
    has: (key: Parameters<Translate<Group>['has']>[0]) => current().has(key),
  }) as Translate<Group>
}

/** A text by its whole key. */
export const textAt = textsOf()
