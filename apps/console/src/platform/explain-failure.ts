import { explainFailure } from '@cashbox/client/call-failure'
import { useTranslations } from 'use-intl'

/** One sentence for a failure: the server's own words where it has some. */
export function useExplanation(): (error: unknown) => string {
  const t = useTranslations('error')
  return (error) => explainFailure(error, t)
}
