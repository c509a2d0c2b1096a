import { explainFailure } from '@cashbox/client/explain-failure'
import { Button, Card, EmptyState, iconButtonClass, Skeleton } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { Bell, CheckCheck, Settings as SettingsIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Failed } from '../../platform/failed.tsx'
import { BackLink, MorePages } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { notify } from '../../platform/toasts.ts'
import { NoticeItem } from './notice-item.tsx'
import { markRead, useNotices } from './use-notices.ts'

/** Everything that the agent was told, newest first. */
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
      <Contents notices={notices} />
    </div>
  )
}

function MarkAllButton({ upTo }: { upTo: string }) {
  const t = useTranslations('notices')
  const tError = useTranslations('error')
  const { mutate, isPending } = useMutation({
    mutationFn: () => markRead({ up_to: upTo }),
    onError: (error) => notify('error', explainFailure(error, tError)),
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

function Contents({ notices }: { notices: ReturnType<typeof useNotices> }) {
  const t = useTranslations('notices')
  if (notices.isPending) return <InboxSkeleton />
  if (!notices.data) {
    return <Failed error={notices.error} isRetrying={notices.isFetching} onRetry={() => void notices.refetch()} />
  }
  const { pages } = notices.data
  const items = pages.flatMap(({ list }) => list)
  if (items.length === 0) {
    return (
      <EmptyState icon={<Bell aria-hidden />} title={t('empty')}>
        {t('empty_text')}
      </EmptyState>
    )
  }
  return (
    <>
      <Card hasPadding={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {items.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      </Card>
      <MorePages query={notices} pageCount={pages.length} label={t('more')} />
    </>
  )
}

const ROWS = ['w-40', 'w-52', 'w-36']

const InboxSkeleton = () => (
  <Card hasPadding={false} className="grid gap-6 p-4" aria-busy>
    {ROWS.map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton className="size-10 shrink-0 rounded-full!" />
        <div className="grid flex-1 content-start gap-3 py-1">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 w-full" />
        </div>
      </div>
    ))}
  </Card>
)
