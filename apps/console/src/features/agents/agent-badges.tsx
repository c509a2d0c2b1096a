import type { AgentStatus } from '@cashbox/contract'
import { Badge } from '@cashbox/ui'
import { Ban, Check, Clock, FlaskConical, MailWarning, Pause, X } from 'lucide-react'
import { useTranslations } from 'use-intl'

const icons = { approved: Check, pending: Clock, suspended: Pause, rejected: X, blocked: Ban } as const

export function StatusBadge({ status }: { status: AgentStatus }) {
  const t = useTranslations('agents.status')
  const Icon = icons[status]
  return (
    <Badge tone={status} icon={<Icon aria-hidden />}>
      {t(status)}
    </Badge>
  )
}

export function DemoBadge() {
  const t = useTranslations('agents')
  return (
    <Badge tone="demo" icon={<FlaskConical aria-hidden />}>
      {t('demo')}
    </Badge>
  )
}

export function UnverifiedBadge() {
  const t = useTranslations('agents')
  return (
    <Badge tone="pending" icon={<MailWarning aria-hidden />}>
      {t('email_unverified')}
    </Badge>
  )
}
