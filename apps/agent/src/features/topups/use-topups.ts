import { askAgain } from '@cashbox/client/query-client'
import { listTopups, type OutputOf, type Topup } from '@cashbox/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { onTopic } from '../../platform/live/live.ts'
import { queryClient, useIsLive } from '../../platform/live/queries.ts'
import { topupKeys } from './topup-keys.ts'

type TopupPage = OutputOf<typeof listTopups>

/** Only while the live connection is down. */
const ASK_SOON_MS = 10_000
const ASK_LATER_MS = 60_000

onTopic('topups', () => void askAgain(queryClient, topupKeys.list))

export type Topups = ReturnType<typeof useTopups>

/** The top-ups, a page at a time, newest first. They are asked for again when the server reports a change. */
export function useTopups() {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: topupKeys.list,
    queryFn: ({ pageParam, signal }): Promise<TopupPage> =>
      call(listTopups, pageParam === null ? {} : { before: pageParam }, { signal, ignore403: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ list, has_more }) => (has_more ? (list.at(-1)?.id ?? null) : null),
    refetchInterval: ({ state }) => {
      if (isLive) return false
      return topupsOf(state.data?.pages).some((topup) => topup.state === 'confirming') ? ASK_SOON_MS : ASK_LATER_MS
    },
  })
}

export const topupsOf = (pages: readonly TopupPage[] = []): readonly Topup[] => pages.flatMap(({ list }) => list)
