import { asCallFailure } from '@cashbox/client/call-failure'
import type { useTranslations } from 'use-intl'

type ErrorTexts = ReturnType<typeof useTranslations<'error'>>

/** One sentence for a failure: the server's own words where it has some. */
export function explainFailure(error: unknown, t: ErrorTexts): string {
  const { kind, serverMessage } = asCallFailure(error)
  if (serverMessage !== '') return serverMessage
  if (kind === 'unreachable') return t('network')
  if (kind === 'timeout') return t('timeout')
  return t('unexpected')
}
