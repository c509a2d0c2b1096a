import { MOST_UNREAD } from '@cashbox/contract'
import { iconButtonClass } from '@cashbox/ui'
import { Bell } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useNewestNotice } from './use-notices.ts'

const shownCount = (unread: number) => (unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`)

/** Leads to the inbox, with the number of unread notices. */
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
