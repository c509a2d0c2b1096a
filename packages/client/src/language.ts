import { defaultLanguage, directionOf, type Language, localeOf } from '@cashbox/contract'
import { createElement, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { logFailure } from './log.ts'
import { observable, useObservable } from './observable.ts'

interface ShownLanguage<Messages> {
  readonly language: Language
  readonly messages: Messages
  readonly isLoading: boolean
}

export function setPageLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

export function createLanguage<Messages extends object>(messages: Messages) {
  const shown = observable<ShownLanguage<Messages>>({ language: defaultLanguage, messages, isLoading: false })
  const useLanguage = () => useObservable(shown)
  return {
    shown,
    useLanguage,
    currentLanguage: (): Language => shown.get().language,

    /** Provides the texts to all components below it. */
    Translated({ children, ...zone }: { children: ReactNode; timeZone?: string }) {
      const { language, messages: texts } = useLanguage()
      const onError = (error: unknown) => logFailure('a text could not be shown', error)
      const intl = { locale: localeOf(language), messages: texts, ...zone, onError, children }
      return createElement(IntlProvider, intl)
    },
  }
}
