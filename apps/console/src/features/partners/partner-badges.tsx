import type { Partner } from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import { BellOff, BellRing, Check, CircleAlert, type LucideIcon, Power, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type WebhookState, webhookState } from './partners.ts'

export function StandingBadge({ partner: { is_on } }: { partner: Partner }) {
  const t = useTranslations('partners')
  return is_on ? (
    <Badge tone="approved" icon={<Check aria-hidden />}>
      {t('on')}
    </Badge>
  ) : (
    <Badge tone="blocked" icon={<Power aria-hidden />}>
      {t('off')}
    </Badge>
  )
}

const looks: Record<WebhookState, { readonly tone: BadgeTone; readonly icon: LucideIcon }> = {
  none: { tone: 'neutral', icon: Unplug },
  on: { tone: 'approved', icon: BellRing },
  off: { tone: 'suspended', icon: BellOff },
  failing: { tone: 'rejected', icon: CircleAlert },
}

export function WebhookBadge({ partner: { webhook } }: { partner: Partner }) {
  const t = useTranslations('partners.hook.states')
  const state = webhookState(webhook)
  const { tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  )
}
