import { asCallFailure, explainFailure } from '@cashbox/client/call-failure'
import { ErrorState } from '@cashbox/ui'
import { useTranslations } from 'use-intl'

interface FailedProps {
  /** What the call failed with; absent when a page itself failed. */
  readonly error?: unknown
  readonly isRetrying?: boolean
  readonly onRetry: () => void
}

export function Failed({ error, isRetrying, onRetry }: FailedProps) {
  const t = useTranslations()
  const explain = useExplanation()
  const requestId = error === undefined ? null : asCallFailure(error).requestId
  return (
    <ErrorState
      title={t('error.title')}
      text={error === undefined ? t('error.load') : explain(error)}
      retryLabel={t('common.retry')}
      isRetrying={isRetrying}
      onRetry={onRetry}
      {...(requestId ? { detail: t('error.request_id', { requestId }) } : {})}
    />
  )
}

/** The server's message, if it has one. */
export function useExplanation(): (error: unknown) => string {
  const t = useTranslations('error')
  return (error) => explainFailure(error, t)
}
