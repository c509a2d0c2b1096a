import { listNotices, MOST_UNREAD, readNotices } from '@cashbox/contract'
import { iconButtonClass } from '@cashbox/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { call } from '../../platform/call.ts'
import { emit } from '../../platform/events.ts'
import { answerTo, useIsLive } from '../../platform/live/queries.ts'

/** Only while the live connection is down. */
const ASK_MS = 60_000

export function useNewestNotice() {
  const isLive = useIsLive()
  return useQuery({
    ...answerTo(listNotices, { limit: '1' }, { ignoreErrors: true, topics: ['notices'] }),
    refetchInterval: isLive ? false : ASK_MS,
  })
}

export const useNotices = () =>
  useInfiniteQuery({
    queryKey: ['notices', 'list'],
    meta: { topics: ['notices'] },
    queryFn: ({ pageParam, signal }) => call(listNotices, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ list, has_more }) => (has_more ? (list.at(-1)?.id ?? null) : null),
  })

export async function markRead(input: { readonly notice_id: string } | { readonly up_to: string }): Promise<void> {
  await call(readNotices, input)
  emit('notices')
}

const shownCount = (unread: number) => (unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`)

export function NoticeBell() {
  const t = useTranslations('notices')
  const unread = useNewestNotice().data?.unread ?? 0
  return (
    <Link
      href="/notices"
      aria-label={unread > 0 ? t('bell', { count: unread }) : t('title')}
      className={`relative ${iconButtonClass()}`}
    >
      <Bell aria-hidden className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-danger-ink tabular-nums"
        >
          {shownCount(unread)}
        </span>
      )}
    </Link>
  )
}
