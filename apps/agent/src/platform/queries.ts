import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from './call-failure.ts'

const FRESH_MS = 15_000
const RETRIES = 2

/** What the server has said, kept while it is fresh. A refusal is an answer; only silence is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      retry: (failures, error) => failures < RETRIES && error instanceof CallFailure && error.kind !== 'refused',
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

/** What anyone may see; the rest belongs to the agent who is signed in. */
const PUBLIC_QUERIES = new Set(['settings', 'dictionaries'])

export const forgetAgentData = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !PUBLIC_QUERIES.has(String(name)) })
