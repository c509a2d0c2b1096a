import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { CalendarClock, Check, FlaskConical, History, Store } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from '../../platform/look-badge.tsx'

export function KindBadge({ channel: { is_demo } }: { channel: Channel }) {
  const t = useTranslations('channels')
  return (
    <LookBadge look={is_demo ? ['demo', FlaskConical] : ['neutral', Store]}>{t(is_demo ? 'demo' : 'real')}</LookBadge>
  )
}

const looks: Record<ChannelFee['state'], Look> = {
  past: ['neutral', History],
  present: ['approved', Check],
  future: ['pending', CalendarClock],
}

export function FeeBadge({ state }: Pick<ChannelFee, 'state'>) {
  const t = useTranslations('channels.fees.states')
  return <LookBadge look={looks[state]}>{t(state)}</LookBadge>
}
