import { asCallFailure, explainFailure } from '@cashbox/client/call-failure'
import { ErrorState } from '@cashbox/ui'
import { useTranslations } from 'use-intl'

interface FailedProps {
  /** What the call failed with; absent when a screen itself failed. */
  readonly error?: unknown
  readonly title?: string
  readonly isRetrying?: boolean
  readonly onRetry: () => void
}

export function Failed({ error, title, isRetrying, onRetry }: FailedProps) {
  const t = useTranslations()
  const tError = useTranslations('error')
  const requestId = error === undefined ? null : asCallFailure(error).requestId
  return (
    <ErrorState
      title={title ?? t('error.title')}
      text={explainFailure(error, (name) => tError(name === 'unexpected' ? 'load' : name))}
      retryLabel={t('common.retry')}
      isRetrying={isRetrying}
      onRetry={onRetry}
      {...(requestId ? { detail: t('error.request_id', { requestId }) } : {})}
    />
  )
}
