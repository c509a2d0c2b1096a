import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from './call-failure.ts'

const RETRIES = 2

/** What the server has said, kept while it is fresh. A refusal is an answer; only silence is asked again. */
export const createQueryClient = (freshMs: number): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && error instanceof CallFailure && error.kind !== 'refused',
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
