import type { Partner } from '@cashbox/contract/operator'
import { BellOff, BellRing, Check, CircleAlert, Power, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from '../../platform/values/badges.tsx'
import { type WebhookState, webhookState } from './partners.ts'

export function SwitchBadge({ partner: { is_enabled } }: { partner: Partner }) {
  const t = useTranslations('partners')
  return (
    <LookBadge look={is_enabled ? ['approved', Check] : ['blocked', Power]}>{t(is_enabled ? 'on' : 'off')}</LookBadge>
  )
}

const looks: Record<WebhookState, Look> = {
  none: ['neutral', Unplug],
  on: ['approved', BellRing],
  off: ['suspended', BellOff],
  failing: ['rejected', CircleAlert],
}

export function WebhookBadge({ partner: { webhook } }: { partner: Partner }) {
  const t = useTranslations('partners.hook.states')
  const state = webhookState(webhook)
  return <LookBadge look={looks[state]}>{t(state)}</LookBadge>
}
