import { logFailure } from '@cashbox/client/log'
import { type Notice, type NoticeKind, noticePaths } from '@cashbox/contract'
import { cn, DateTime } from '@cashbox/ui'
import {
  ArrowDownUp,
  BadgeCheck,
  KeyRound,
  type LucideIcon,
  Scale,
  TriangleAlert,
  Undo2,
  WalletCards,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useWords } from '../../platform/language/language.ts'
import { formatDateTime } from '../../platform/time/formats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { markRead } from './use-notices.ts'

const looks: Readonly<Record<NoticeKind, { readonly icon: LucideIcon; readonly disc: string }>> = {
  transaction: { icon: ArrowDownUp, disc: 'bg-demo-soft text-demo' },
  topup: { icon: WalletCards, disc: 'bg-approved-soft text-approved' },
  status: { icon: BadgeCheck, disc: 'bg-suspended-soft text-suspended' },
  reversal: { icon: Undo2, disc: 'bg-rejected-soft text-rejected' },
  adjustment: { icon: Scale, disc: 'bg-suspended-soft text-suspended' },
  low_float: { icon: TriangleAlert, disc: 'bg-pending-soft text-pending' },
  new_login: { icon: KeyRound, disc: 'bg-pending-soft text-pending' },
}

/** A server may know more kinds than this app. */
const lookOf = (kind: NoticeKind) => looks[kind] ?? looks.status

/** One notice. A press marks it as read and leads to what it tells of. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const t = useTranslations('notices')
  const { id, kind, title, text, note, created_at, is_read } = notice
  const { icon: Icon, disc } = lookOf(kind)
  const noteReading = () => {
    if (is_read) return
    markRead({ notice_id: id }).catch((error: unknown) => logFailure('a notice was not marked as read', error))
  }
  return (
    <li>
      <Link
        href={noticePaths[kind] ?? '/dashboard'}
        onClick={noteReading}
        className="flex gap-3 px-4 py-3 transition-colors duration-150 -outline-offset-2 hover:bg-sunken active:bg-line"
      >
        <span aria-hidden className={cn('grid size-10 shrink-0 place-items-center rounded-full', disc)}>
          <Icon className="size-5" />
        </span>
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex items-start gap-2">
            <span className={cn('min-w-0 flex-1', !is_read && 'font-semibold')}>{title}</span>
            {!is_read && (
              <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-brand">
                <span className="sr-only">{t('unread')}</span>
              </span>
            )}
          </span>
          <span className="wrap-anywhere text-ink-soft">{text}</span>
          {note !== null && (
            <span dir="auto" className="border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line">
              {note}
            </span>
          )}
          <NoticeTime seconds={created_at} />
        </span>
      </Link>
    </li>
  )
}

function NoticeTime({ seconds }: { seconds: number }) {
  const timeZone = useTimezone()
  const { language } = useWords()
  return (
    <span className="text-sm text-ink-soft">
      <DateTime seconds={seconds} text={formatDateTime(seconds, timeZone, language)} />
    </span>
  )
}
