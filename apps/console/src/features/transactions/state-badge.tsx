import type { ListedTransaction, SearchedState } from '@cashbox/contract/operator'
import { Check, CircleDashed, Hourglass, Lock, Undo2, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from '../../platform/look-badge.tsx'
import { stateOf } from './transactions.ts'

const looks: Record<SearchedState, Look> = {
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
  return <LookBadge look={looks[state]}>{t(state)}</LookBadge>
}
