import { useFailureTexts } from '@cashbox/client/failure-texts'
import { ErrorState, type ErrorStateProps } from '@cashbox/ui'
import type { ReactNode } from 'react'

type FailedProps = Pick<ErrorStateProps, 'isRetrying' | 'onRetry'> & {
  /** What the call failed with; absent when a screen itself failed. */
  readonly error?: unknown
  readonly title?: string
}

export const Failed = ({ error, ...state }: FailedProps) => (
  <ErrorState {...useFailureTexts(error, 'load')} {...state} />
)

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** An answer; until it is there its skeleton, and after a failure a way to ask again. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton
  return <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}
