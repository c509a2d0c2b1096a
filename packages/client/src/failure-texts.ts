import { useTranslations } from 'use-intl'
import { asCallFailure } from './call-failure.ts'

/** What both apps call a failure where the server said nothing. */
type ErrorName = 'network' | 'timeout' | 'unexpected' | 'load'

/** One sentence for a failure: the server's own message where it has one. `unexpected` names the text for other failures. */
export function useExplanation(unexpected: ErrorName = 'unexpected'): (error: unknown) => string {
  const t = useTranslations('error')
  return (error) => {
    const { kind, serverMessage, errors } = asCallFailure(error)
    const message = serverMessage || Object.values(errors)[0]?.[0]
    return message || t(kind === 'unreachable' ? 'network' : kind === 'timeout' ? 'timeout' : unexpected)
  }
}

/** The texts of an error state. Without an error, a screen failed and no call. */
export function useFailureTexts(error: unknown, unexpected?: ErrorName) {
  const t = useTranslations('error')
  const explain = useExplanation(unexpected)
  const requestId = error === undefined ? null : asCallFailure(error).requestId
  return {
    title: t('title'),
    text: error === undefined ? t('load') : explain(error),
    detail: requestId && t('request_id', { requestId }),
  }
}
