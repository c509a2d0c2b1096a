import type { StatementKind } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { ArrowDown, ArrowUp, Banknote, HandCoins, type LucideIcon, Scale, Undo2, Wallet } from 'lucide-react'

/** Deposits and withdrawals look as they do everywhere. */
const looks: Readonly<Record<StatementKind, { readonly icon: LucideIcon; readonly disc: string }>> = {
  deposit: { icon: ArrowDown, disc: 'bg-deposit-soft text-deposit' },
  withdraw: { icon: ArrowUp, disc: 'bg-withdraw-soft text-withdraw' },
  top_up: { icon: Wallet, disc: 'bg-approved-soft text-approved' },
  settlement: { icon: HandCoins, disc: 'bg-approved-soft text-approved' },
  payout: { icon: Banknote, disc: 'bg-suspended-soft text-suspended' },
  adjustment: { icon: Scale, disc: 'bg-pending-soft text-pending' },
  reversal: { icon: Undo2, disc: 'bg-rejected-soft text-rejected' },
}

export function KindIcon({ kind }: { kind: StatementKind }) {
  const { icon: Icon, disc } = looks[kind]
  return (
    <span aria-hidden className={cn('grid size-10 shrink-0 place-items-center rounded-full', disc)}>
      <Icon strokeWidth={2.5} className="size-5" />
    </span>
  )
}
