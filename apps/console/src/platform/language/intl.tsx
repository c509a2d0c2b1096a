import { logFailure } from '@cashbox/client/log'
import { localeOf } from '@cashbox/contract'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { browserZone } from '../values/formats.ts'
import { type Messages, useLanguage } from './language.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

export function Translated({ children }: { children: ReactNode }) {
  const { language, messages } = useLanguage()
  return (
    <IntlProvider
      locale={localeOf(language)}
      messages={messages}
      timeZone={browserZone()}
      onError={(error) => logFailure('a text could not be shown', error)}
    >
      {children}
    </IntlProvider>
  )
}
