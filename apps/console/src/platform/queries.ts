import { createQueryClient } from '@cashbox/client/query-client'
import type { QueryKey } from '@tanstack/react-query'

const FRESH_MS = 10_000

export const queryClient = createQueryClient(FRESH_MS)

/** Shows what the server answered to a change, at once. What it is being asked meanwhile may be from before the change. */
export function keepAnswer<Data>(queryKey: QueryKey, keep: (known: Data | undefined) => Data | undefined): void {
  const isAsked = queryClient.isFetching({ queryKey, exact: true }) > 0
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Data>(queryKey, keep)
  if (isAsked) void queryClient.invalidateQueries({ queryKey, exact: true })
}
