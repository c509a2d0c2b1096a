import type { RequestState } from '@cashbox/contract/operator'
import { Check, CircleAlert, Hourglass, TimerOff, Undo2, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from './look-badge.tsx'

const looks: Record<RequestState, Look> = {
  pending: ['pending', Hourglass],
  completed: ['approved', Check],
  rejected: ['rejected', X],
  withdrawn: ['neutral', Undo2],
  failed: ['suspended', CircleAlert],
  expired: ['neutral', TimerOff],
}

/** Where a request stands: one that moves money, or one that changes something. */
export function RequestStateBadge({ state }: { state: RequestState }) {
  const t = useTranslations('request_states')
  return <LookBadge look={looks[state]}>{t(state)}</LookBadge>
}
