import { type Query, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { askAgainAfterMs, isWorthAskingAgain } from './call-failure.ts'

/** What the server has said, kept while it is fresh. How long that is may change from moment to moment. */
export const createQueryClient = (freshMs: number | (() => number)): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        networkMode: 'always',
        retry: isWorthAskingAgain,
        retryDelay: askAgainAfterMs,
      },
      mutations: { networkMode: 'always' },
    },
  })

const isWaiting = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'

/** Asks anew for all that has changed. A first answer that is still on its way may have been given before the change. */
export async function askAgain(client: QueryClient, changed: QueryFilters): Promise<void> {
  const unanswered = new Set(client.getQueryCache().findAll(changed).filter(isWaiting))
  await client.invalidateQueries(changed)
  // These were only waited for, because TanStack interrupts no fetch that has nothing to show yet.
  await client.invalidateQueries({ predicate: (query) => unanswered.has(query) })
}
