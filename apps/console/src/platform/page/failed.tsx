import { useFailureTexts } from '@cashbox/client/failure-texts'
import { ErrorState, type ErrorStateProps } from '@cashbox/ui'

type FailedProps = Pick<ErrorStateProps, 'isRetrying' | 'onRetry'> & {
  /** What the call failed with; absent when a page itself failed. */
  readonly error?: unknown
}

export const Failed = ({ error, ...state }: FailedProps) => <ErrorState {...useFailureTexts(error)} {...state} />
