import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { Waypoints } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { useChannels } from '../../platform/channels.ts'
import { Failed } from '../../platform/failed.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { ChannelDetail } from './channel-detail.tsx'

export function ChannelPage() {
  const t = useTranslations()
  const { code } = useParams()
  const { data, error, isFetching, refetch } = useChannels()
  const channel = data?.find((one) => one.code === code)
  return (
    <>
      <PageHead title={channel?.name ?? t('pages.channels')} />
      <Card className="max-w-4xl">
        {channel ? (
          <ChannelDetail channel={channel} />
        ) : data ? (
          <EmptyState icon={<Waypoints aria-hidden />} title={t('channels.none')} />
        ) : error ? (
          <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </Card>
    </>
  )
}
