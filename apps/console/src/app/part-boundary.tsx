import { logFailure } from '@cashbox/client/log'
import { ErrorState } from '@cashbox/ui'
import { Component, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Catches a screen that could not be fetched, or that failed: one can try again, and the menu stays. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    logFailure('a screen failed', error)
  }

  override render() {
    return this.state.hasFailed ? <ScreenFailed /> : this.props.children
  }
}

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
