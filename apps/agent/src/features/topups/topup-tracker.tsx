import { asCallFailure } from '@cashbox/client/call-failure'
import type { WalletType } from '@cashbox/contract'
import { Callout, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { Clock, WalletCards } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { MorePages } from '../../platform/page-parts.tsx'
import { TopupItem } from './topup-item.tsx'
import { type Topups, topupsOf, useTopups } from './topup-news.tsx'

export function TopupTracker() {
  const t = useTranslations('topup')
  const id = useId()
  const topups = useTopups()
  if (isMissing(topups)) return null
  return (
    <section aria-labelledby={id} aria-busy={topups.isPending} className="grid gap-3">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {t('title')}
        </h2>
        <Delays types={topups.data?.pages[0]?.delayed ?? []} />
      </div>
      <Contents topups={topups} />
    </section>
  )
}

/** Other servers may not have this call. */
const isMissing = ({ data, error }: Topups) => !data && error !== null && asCallFailure(error).status === 404

function Contents({ topups }: { topups: Topups }) {
  const t = useTranslations('topup')
  if (topups.isPending) return <TopupSkeleton />
  if (!topups.data) {
    return <Failed error={topups.error} isRetrying={topups.isFetching} onRetry={() => void topups.refetch()} />
  }
  const items = topupsOf(topups.data.pages)
  if (items.length === 0) return <EmptyState icon={<WalletCards aria-hidden />} title={t('empty')} />
  return (
    <>
      <Card hasPadding={false} className="p-4">
        <ol>
          {items.map((topup) => (
            <TopupItem key={topup.id} topup={topup} />
          ))}
        </ol>
      </Card>
      <MorePages query={topups} pageCount={topups.data.pages.length} label={t('more')} />
    </>
  )
}

function Delays({ types }: { types: readonly WalletType[] }) {
  const t = useTranslations()
  return (
    <div role="status">
      {types.length > 0 && (
        <Callout tone="info" icon={<Clock aria-hidden />} title={t('topup.delayed')} className="mt-3">
          {types.map((type) => (
            <p key={type}>
              {t('topup.delayed_text', { name: t(`deposit.${type === 'tron' ? 'tron' : 'perfect_money'}.name`) })}
            </p>
          ))}
        </Callout>
      )}
    </div>
  )
}

const ROWS = ['w-28', 'w-24', 'w-32']

function TopupSkeleton() {
  return (
    <Card hasPadding={false} className="grid gap-6 p-4">
      {ROWS.map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-10 shrink-0 rounded-full!" />
          <div className="grid flex-1 content-start gap-3 py-1">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-3 w-40" />
          </div>
        </div>
      ))}
    </Card>
  )
}
