import type { AgentStatus, TransactionType } from '@cashbox/contract'
import type { RequestState } from '@cashbox/contract/operator'
import { Badge, type BadgeTone, cn } from '@cashbox/ui'
import {
  ArrowDown,
  ArrowUp,
  Ban,
  Check,
  CircleAlert,
  Clock,
  Hourglass,
  type LucideIcon,
  Pause,
  TimerOff,
  Undo2,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export type BadgeStyle = readonly [tone: BadgeTone, icon: LucideIcon]

interface CountBadgeProps {
  /** Null while it is not known. */
  readonly count: number | null
  /** The same in words. */
  readonly text: string
  readonly isCritical?: boolean | undefined
}

const icons = { approved: Check, pending: Clock, suspended: Pause, rejected: X, blocked: Ban } as const

const badgeStyles: Record<RequestState, BadgeStyle> = {
  pending: ['pending', Hourglass],
  completed: ['approved', Check],
  rejected: ['rejected', X],
  withdrawn: ['neutral', Undo2],
  failed: ['suspended', CircleAlert],
  expired: ['neutral', TimerOff],
}

export const IconBadge = ({ style: [tone, Icon], children }: { style: BadgeStyle; children: ReactNode }) => (
  <Badge tone={tone} icon={<Icon aria-hidden />}>
    {children}
  </Badge>
)

export function StatusBadge({ status }: { status: AgentStatus }) {
  const t = useTranslations('agents.status')
  return <IconBadge style={[status, icons[status]]}>{t(status)}</IconBadge>
}

export function RequestStateBadge({ state }: { state: RequestState }) {
  const t = useTranslations('request_states')
  return <IconBadge style={badgeStyles[state]}>{t(state)}</IconBadge>
}

export const CountBadge = ({ count, text, isCritical = false }: CountBadgeProps) => (
  <span
    title={text}
    className={cn(
      'ms-auto min-w-6 rounded-full px-1.5 text-center text-sm font-semibold tabular-nums',
      isCritical ? 'bg-danger text-danger-ink' : 'bg-pending-soft text-pending',
    )}
  >
    <span aria-hidden>{count ?? '?'}</span>
    <span className="sr-only">{text}</span>
  </span>
)

/** A deposit goes into the agent's hands, a withdrawal out of them. */
export function TransactionTypeLabel({ type }: { type: TransactionType }) {
  const t = useTranslations('transactions.types')
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Icon size={16} aria-hidden className={type === 'deposit' ? 'text-deposit' : 'text-withdraw'} />
      {t(type)}
    </span>
  )
}
