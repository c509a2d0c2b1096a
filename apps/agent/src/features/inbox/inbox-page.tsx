import { useExplanation } from '@cashbox/client/failure-texts'
import { logFailure } from '@cashbox/client/log'
import { type Notice, type NoticeKind, noticePaths } from '@cashbox/contract'
import { Button, Card, cn, EmptyState, iconButtonClass } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import {
  ArrowDownUp,
  BadgeCheck,
  Bell,
  CheckCheck,
  KeyRound,
  type LucideIcon,
  Scale,
  Settings as SettingsIcon,
  TriangleAlert,
  Undo2,
  WalletCards,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Disc } from '../../platform/agent-parts.tsx'
import { Loaded } from '../../platform/failed.tsx'
import { BackLink, ListSkeleton, MorePages } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { Moment } from '../../platform/time/moment.tsx'
import { notify } from '../../platform/toasts.ts'
import { markRead, useNotices } from './notices.tsx'

export function InboxPage() {
  const t = useTranslations('notices')
  const notices = useNotices()
  useScreenTitle(t('title'))
  useUsableMark()
  const [first] = notices.data?.pages ?? []
  return (
    <div className="mx-auto grid w-full max-w-[35rem] gap-4">
      <div className="grid gap-1">
        <BackLink href="/dashboard" text={t('back')} />
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-xl font-semibold">{t('title')}</h1>
          <Link
            href="/notices/settings"
            aria-label={t('settings')}
            className={`-me-2.5 ${iconButtonClass({ variant: 'plain' })}`}
          >
            <SettingsIcon aria-hidden className="size-6" />
          </Link>
        </div>
      </div>
      {first && first.unread > 0 && first.list[0] && <MarkAllButton upTo={first.list[0].id} />}
      <Loaded query={notices} skeleton={<ListSkeleton />}>
        {({ pages }) => (
          <>
            <Notices pages={pages} />
            <MorePages query={notices} label={t('more')} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function MarkAllButton({ upTo }: { upTo: string }) {
  const t = useTranslations('notices')
  const explain = useExplanation()
  const { mutate, isPending } = useMutation({
    mutationFn: () => markRead({ up_to: upTo }),
    onError: (error) => notify('error', explain(error)),
  })
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      isBusy={isPending}
      icon={<CheckCheck aria-hidden className="size-5" />}
      onClick={() => mutate()}
    >
      {t('mark_all')}
    </Button>
  )
}

function Notices({ pages }: { pages: readonly { readonly list: readonly Notice[] }[] }) {
  const t = useTranslations('notices')
  const items = pages.flatMap(({ list }) => list)
  if (items.length === 0) {
    return (
      <EmptyState icon={<Bell aria-hidden />} title={t('empty')}>
        {t('empty_text')}
      </EmptyState>
    )
  }
  return (
    <Card hasPadding={false} className="overflow-hidden">
      <ul className="divide-y divide-line">
        {items.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
    </Card>
  )
}

const looks: Readonly<Record<NoticeKind, { readonly icon: LucideIcon; readonly disc: string }>> = {
  transaction: { icon: ArrowDownUp, disc: 'bg-demo-soft text-demo' },
  topup: { icon: WalletCards, disc: 'bg-approved-soft text-approved' },
  status: { icon: BadgeCheck, disc: 'bg-suspended-soft text-suspended' },
  reversal: { icon: Undo2, disc: 'bg-rejected-soft text-rejected' },
  adjustment: { icon: Scale, disc: 'bg-suspended-soft text-suspended' },
  low_float: { icon: TriangleAlert, disc: 'bg-pending-soft text-pending' },
  new_login: { icon: KeyRound, disc: 'bg-pending-soft text-pending' },
}

/** A press marks the notice as read and opens its subject. */
function NoticeItem({ notice }: { notice: Notice }) {
  const t = useTranslations('notices')
  const { id, kind, title, text, note, created_at, is_read } = notice
  // A server may know more kinds than this app.
  const { icon: Icon, disc } = looks[kind] ?? looks.status
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
        <Disc className={disc} icon={<Icon />} />
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
          <Moment seconds={created_at} className="text-sm text-ink-soft" />
        </span>
      </Link>
    </li>
  )
}
