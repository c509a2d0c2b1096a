import { useFailureTexts } from '@cashbox/client/failure-texts'
import { ErrorState, type ErrorStateProps } from '@cashbox/ui'

type FailedProps = Pick<ErrorStateProps, 'isRetrying' | 'onRetry'> & {
  /** What the call failed with; absent when a screen itself failed. */
  readonly error?: unknown
  readonly title?: string
}

export const Failed = ({ error, ...state }: FailedProps) => (
  <ErrorState {...useFailureTexts(error, 'load')} {...state} />
)
