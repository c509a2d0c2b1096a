import { useIsOnline } from '@cashbox/client/observable'
import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { OfflineBanner, Toaster } from '@cashbox/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Router } from 'wouter'
import { Translated, useLanguage } from '../platform/language/language.ts'
import { Failed } from '../platform/page/failed.tsx'
import { queryClient } from '../platform/session/call.ts'
import { useToaster } from '../platform/toasts.ts'
import { ZONE } from '../platform/values/formats.ts'
import { Start } from './start.tsx'

export function App() {
  // Draws everything again in another language, also what only shows times and names.
  useLanguage()
  return (
    <QueryClientProvider client={queryClient}>
      <Translated timeZone={ZONE}>
        <Router base="/console">
          <NetworkState />
          <ScreenBoundary failed={Failed}>
            <Start />
          </ScreenBoundary>
          <Toasts />
        </Router>
      </Translated>
    </QueryClientProvider>
  )
}

const Toasts = () => <Toaster {...useToaster()} />

function NetworkState() {
  const t = useTranslations('offline')
  return (
    <OfflineBanner isShown={!useIsOnline()}>
      <span>
        <span className="font-semibold">{t('title')}</span> {t('text')}
      </span>
    </OfflineBanner>
  )
}
