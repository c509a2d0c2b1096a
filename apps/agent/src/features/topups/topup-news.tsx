import { listTopups, type OutputOf, type Topup } from '@cashbox/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useIsLive } from '../../platform/live/queries.ts'
import { reloadUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { notify } from '../../platform/toasts.ts'
import { changedSince, creditedIn, type SeenStates, withSeen } from './topup-rules.ts'

export function TopupNews() {
  const t = useTranslations('topup')
  const { data } = useTopups()
  const seen = useRef<SeenStates | null>(null)
  useEffect(() => {
    if (!data) return
    const list = topupsOf(data.pages)
    const changed = changedSince(seen.current, list)
    seen.current = withSeen(seen.current, list)
    const credited = creditedIn(changed)
    for (const [currency, sum] of credited) {
      notify('success', t('credited_notice', { amount: `+${formatMoney(sum)} ${currency}` }))
    }
    if (credited.size > 0) void reloadUser()
    if (changed.some(({ state }) => state === 'held')) notify('info', t('held_notice'))
  }, [data, t])
  return null
}

type TopupPage = OutputOf<typeof listTopups>

/** Only while the live connection is down. */
const ASK_SOON_MS = 10_000
const ASK_LATER_MS = 60_000

/** Newest first. Refetched when the server reports a change. */
export function useTopups() {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: ['topups', 'list'],
    meta: { topics: ['topups'] },
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
