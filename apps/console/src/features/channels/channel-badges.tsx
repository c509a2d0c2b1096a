import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import { CalendarClock, Check, FlaskConical, History, Store } from 'lucide-react'
import { useTranslations } from 'use-intl'

export function KindBadge({ channel: { is_demo } }: { channel: Channel }) {
  const t = useTranslations('channels')
  return is_demo ? (
    <Badge tone="demo" icon={<FlaskConical aria-hidden />}>
      {t('demo')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<Store aria-hidden />}>
      {t('real')}
    </Badge>
  )
}

const looks: Record<ChannelFee['state'], { readonly tone: BadgeTone; readonly icon: typeof Check }> = {
  past: { tone: 'neutral', icon: History },
  present: { tone: 'approved', icon: Check },
  future: { tone: 'pending', icon: CalendarClock },
}

export function FeeBadge({ state }: Pick<ChannelFee, 'state'>) {
  const t = useTranslations('channels.fees.states')
  const { tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  )
}
