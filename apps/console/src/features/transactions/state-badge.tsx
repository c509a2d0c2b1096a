import type { TransactionType } from '@cashbox/contract'
import type { ListedTransaction, SearchedState } from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import { ArrowDown, ArrowUp, Check, CircleDashed, Hourglass, Lock, type LucideIcon, Undo2, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { stateOf } from './transactions.ts'

const looks: Record<SearchedState, readonly [tone: BadgeTone, icon: LucideIcon]> = {
  open: ['pending', CircleDashed],
  locked: ['rejected', Lock],
  confirmed: ['approved', Check],
  expired: ['neutral', Hourglass],
  cancelled: ['neutral', X],
  reversed: ['suspended', Undo2],
}

export function StateBadge({ transaction }: { transaction: Pick<ListedTransaction, 'state' | 'is_locked'> }) {
  const t = useTranslations('transactions.states')
  const state = stateOf(transaction)
  const [tone, Icon] = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  )
}

/** Into the agent's hands, or out of them. */
export function TypeLabel({ type }: { type: TransactionType }) {
  const t = useTranslations('transactions.types')
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Icon size={16} aria-hidden className={type === 'deposit' ? 'text-deposit' : 'text-withdraw'} />
      {t(type)}
    </span>
  )
}
