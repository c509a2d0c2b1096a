import type { AgentStatus } from '@cashbox/contract'
import { Badge } from '@cashbox/ui'
import { Ban, Check, Clock, Pause, X } from 'lucide-react'
import { useTranslations } from 'use-intl'

const icons = { approved: Check, pending: Clock, suspended: Pause, rejected: X, blocked: Ban } as const

/** How an agent stands. */
export function StatusBadge({ status }: { status: AgentStatus }) {
  const t = useTranslations('agents.status')
  const Icon = icons[status]
  return (
    <Badge tone={status} icon={<Icon aria-hidden />}>
      {t(status)}
    </Badge>
  )
}
