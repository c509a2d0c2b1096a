import { Waypoints } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { useChannels } from '../../platform/channels.ts'
import { Charts } from '../../platform/charts/charts.tsx'
import { DetailPage } from '../../platform/detail-page.tsx'
import { Loaded, oneOf } from '../../platform/loaded.tsx'
import { ChannelDetail } from './channel-detail.tsx'

export function ChannelPage() {
  const t = useTranslations()
  const { code } = useParams()
  const query = oneOf(useChannels(), (channel) => channel.code === code)
  return (
    <DetailPage title={query.data?.name ?? t('pages.channels')}>
      <Loaded query={query} none={{ icon: Waypoints, title: t('channels.none') }}>
        {(channel) => (
          <div className="grid min-w-0 gap-8">
            <ChannelDetail channel={channel} />
            <Charts of={{ kind: 'channel', code: channel.code }} />
          </div>
        )}
      </Loaded>
    </DetailPage>
  )
}
