import { Toaster } from '@cashbox/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Router } from 'wouter'
import { Translated } from '../platform/intl.tsx'
import { dismissNotice, holdNotices, releaseNotices, useNotices } from '../platform/notices.ts'
import { queryClient } from '../platform/queries.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { Start } from './start.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Translated>
        <Router base="/console">
          <OfflineBanner />
          <PartBoundary>
            <Start />
          </PartBoundary>
          <Notices />
        </Router>
      </Translated>
    </QueryClientProvider>
  )
}

function Notices() {
  const t = useTranslations('common')
  return (
    <Toaster
      label={t('notifications')}
      closeLabel={t('close')}
      notices={useNotices()}
      onDismiss={dismissNotice}
      onPause={holdNotices}
      onResume={releaseNotices}
    />
  )
}
