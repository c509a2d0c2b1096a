import type { Partner } from '@cashbox/contract/operator'
import { BellOff, BellRing, Check, CircleAlert, Power, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type BadgeStyle, IconBadge } from '../../platform/values/badges.tsx'
import { type WebhookState, webhookState } from './partners.ts'

const badgeStyles: Record<WebhookState, BadgeStyle> = {
  none: ['neutral', Unplug],
  on: ['approved', BellRing],
  off: ['suspended', BellOff],
  failing: ['rejected', CircleAlert],
}

export function SwitchBadge({ partner: { is_enabled } }: { partner: Partner }) {
  const t = useTranslations('partners')
  return (
    <IconBadge style={is_enabled ? ['approved', Check] : ['blocked', Power]}>{t(is_enabled ? 'on' : 'off')}</IconBadge>
  )
}

export function WebhookBadge({ partner: { webhook } }: { partner: Partner }) {
  const t = useTranslations('partners.hook.states')
  const state = webhookState(webhook)
  return <IconBadge style={badgeStyles[state]}>{t(state)}</IconBadge>
}
