import type { AgentStatus } from '@cashbox/contract'
import { Ban, Check, Clock, Pause, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LookBadge } from './look-badge.tsx'

const icons = { approved: Check, pending: Clock, suspended: Pause, rejected: X, blocked: Ban } as const

/** The status of an agent. */
export function StatusBadge({ status }: { status: AgentStatus }) {
  const t = useTranslations('agents.status')
  return <LookBadge look={[status, icons[status]]}>{t(status)}</LookBadge>
}
