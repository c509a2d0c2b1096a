import type { Endpoint, InputOf, OutputOf } from '@cashbox/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from './call.ts'

interface Paged {
  readonly list: readonly unknown[]
  readonly next_cursor: string | null
}

type RowOf<E extends Endpoint> = OutputOf<E> extends { list: readonly (infer Row)[] } ? Row : never

/** A list that comes page by page, as everything with `cursor` and `next_cursor` does. */
export function useList<E extends Endpoint>(
  key: readonly unknown[],
  endpoint: E,
  input: Omit<InputOf<E>, 'cursor'>,
  /** Asked for again by itself after so long. */
  refreshMs?: number,
) {
  const isUnattended = refreshMs !== undefined
  const query = useInfiniteQuery({
    queryKey: [...key, input],
    queryFn: async ({ pageParam, signal }) => {
      const asked = pageParam === null ? input : { ...input, cursor: pageParam }
      return (await call(endpoint, asked as InputOf<E>, { signal, isUnattended })) as Paged
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
    refetchInterval: refreshMs ?? false,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ list }) => list as RowOf<E>[]) ?? null }
}
