import type { TransactionType } from '@cashbox/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'

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
