import type { StatementKind } from '@cashbox/contract'
import { cn, Money, type MoneyProps } from '@cashbox/ui'
import { ArrowDown, ArrowUp, Banknote, HandCoins, type LucideIcon, Scale, Undo2, Wallet } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Code, Disc } from '../../platform/agent-parts.tsx'
import { RowLine } from '../../platform/day-list/day-list.tsx'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import type { ListedLine } from './statement-data.ts'

export const StatementRow = memo(function StatementRow({ item }: { item: ListedLine }) {
  const t = useTranslations('statement')
  const { transaction_id, customer_id } = item
  return (
    <Link
      href={`/statement/${item.account}/${item.number}`}
      className="flex h-full items-center gap-3 rounded-2xl px-4 -outline-offset-2 max-[22rem]:px-2.5 transition-colors duration-150 hover:bg-sunken"
    >
      <KindIcon kind={item.kind} className="max-[22rem]:hidden" />
      <div className="min-w-0 flex-1">
        <RowLine start={<span className="font-semibold">{t(`kinds.${item.kind}`)}</span>}>
          <SignedMoney amount={item.amount} />
        </RowLine>
        <RowLine isSmall start={<About line={item} />}>
          <bdi className="tabular-nums">{t('balance_after', { amount: formatMoney(item.balance) })}</bdi>
        </RowLine>
        <RowLine
          isSmall
          start={transaction_id !== null && customer_id !== null && <bdi>{t('player', { id: customer_id })}</bdi>}
        >
          <Moment seconds={item.at} />
        </RowLine>
      </div>
    </Link>
  )
})

function About({ line: { transaction_id, reason, rail } }: { line: ListedLine }) {
  const t = useTranslations('statement')
  if (reason !== null) {
    return (
      <span dir="auto" className="block truncate">
        {reason}
      </span>
    )
  }
  if (transaction_id !== null) {
    return <Code className="text-ink">{transaction_id}</Code>
  }
  return rail === 'tron' || rail === 'perfect-money' ? <bdi>{t(`rails.${rail}`)}</bdi> : null
}

const looks: Readonly<Record<StatementKind, { readonly icon: LucideIcon; readonly disc: string }>> = {
  deposit: { icon: ArrowDown, disc: 'bg-deposit-soft text-deposit' },
  withdraw: { icon: ArrowUp, disc: 'bg-withdraw-soft text-withdraw' },
  top_up: { icon: Wallet, disc: 'bg-approved-soft text-approved' },
  commission_credit: { icon: HandCoins, disc: 'bg-approved-soft text-approved' },
  payout: { icon: Banknote, disc: 'bg-suspended-soft text-suspended' },
  adjustment: { icon: Scale, disc: 'bg-pending-soft text-pending' },
  reversal: { icon: Undo2, disc: 'bg-rejected-soft text-rejected' },
}

export function KindIcon({ kind, className }: { kind: StatementKind; className?: string }) {
  const { icon: Icon, disc } = looks[kind]
  return <Disc className={cn(disc, className)} icon={<Icon strokeWidth={2.5} />} />
}

export function SignedMoney({ amount, size }: Pick<MoneyProps, 'amount' | 'size'>) {
  const isTaken = amount.startsWith('-')
  return <Money size={size} sign={isTaken ? '−' : '+'} amount={formatMoney(isTaken ? amount.slice(1) : amount)} />
}
