import type { LoggedEvent } from '@cashbox/contract/operator'
import type { EventState } from '@cashbox/contract/partner'
import { Check, CircleAlert, Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from '../../platform/look-badge.tsx'
import { eventStateOf } from './events.ts'

const looks: Record<EventState, Look> = {
  pending: ['pending', Clock],
  failed: ['rejected', CircleAlert],
  delivered: ['approved', Check],
}

export function EventBadge({ event }: { event: LoggedEvent }) {
  const t = useTranslations('partners.log.states')
  const state = eventStateOf(event)
  return <LookBadge look={looks[state]}>{t(state)}</LookBadge>
}
