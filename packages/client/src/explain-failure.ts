import { asCallFailure } from './call-failure.ts'

/** What a failure is called where the server said nothing. The app has the words. */
type ErrorTexts = (name: 'network' | 'timeout' | 'unexpected') => string

/** One sentence for a failure: the server's own words where it has some. */
export function explainFailure(error: unknown, t: ErrorTexts): string {
  const { kind, serverMessage, errors } = asCallFailure(error)
  const said = serverMessage || Object.values(errors)[0]?.[0]
  if (said) return said
  if (kind === 'unreachable') return t('network')
  if (kind === 'timeout') return t('timeout')
  return t('unexpected')
}
