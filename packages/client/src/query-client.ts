import { QueryClient, type QueryKey } from '@tanstack/react-query'
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

/** Asks anew for what has changed. A first answer that is still on its way may have been given before the change. */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const state = client.getQueryState(queryKey)
  const isFirst = state?.fetchStatus === 'fetching' && state.data === undefined
  await client.invalidateQueries({ queryKey })
  // It was only waited for, because TanStack interrupts no fetch that has nothing to show yet.
  if (isFirst) await client.invalidateQueries({ queryKey })
}
