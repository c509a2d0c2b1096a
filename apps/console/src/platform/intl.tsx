import { logFailure } from '@cashbox/client/log'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { english } from '../texts/en/index.ts'
import { browserZone } from './formats.ts'

export type Messages = typeof english

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof english
  }
}

/** The words for everything below. There is one language so far; another is another file of the same shape. */
export function Translated({ children }: { children: ReactNode }) {
  return (
    <IntlProvider
      locale="en"
      messages={english}
      timeZone={browserZone()}
      onError={(error) => logFailure('a text could not be shown', error)}
    >
      {children}
    </IntlProvider>
  )
}
