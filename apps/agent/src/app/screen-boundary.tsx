import { PartBoundary } from '@cashbox/client/part-boundary'
import { ErrorState } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** A screen that fails can be tried again. */
export const ScreenBoundary = ({ children }: { children?: ReactNode }) => (
  <PartBoundary fallback={<ScreenFailed />}>{children}</PartBoundary>
)

function ScreenFailed() {
  const t = useTranslations()
  return (
    <ErrorState
      title={t('error.title')}
      text={t('error.load')}
      retryLabel={t('common.retry')}
      onRetry={() => window.location.reload()}
    />
  )
}
