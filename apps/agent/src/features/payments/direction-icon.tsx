import type { TransactionType } from '@cashbox/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'

/** Cash comes in over the counter with a deposit, and goes out with a withdrawal. */
export function DirectionIcon({ type, className }: { type: TransactionType; className: string }) {
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return <Icon aria-hidden strokeWidth={2.5} className={className} />
}
