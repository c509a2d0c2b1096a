import { cn } from '@cashbox/ui'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { lineRem } from '../../platform/day-list/day-layout.ts'
import type { RowProps } from '../../platform/day-list/day-list.tsx'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { KindIcon } from './kind-icon.tsx'
import { SignedMoney } from './signed-money.tsx'
import type { ListedLine } from './use-statement.ts'

/** What, how much and when, and the balance after it. Leads to everything known of the line. */
export const StatementRow = memo(function StatementRow({ item, position, total }: RowProps<ListedLine>) {
  const t = useTranslations('statement')
  const { transaction_id, customer_id } = item
  return (
    <li
      aria-posinset={position + 1}
      aria-setsize={total ?? -1}
      className={cn('absolute inset-x-0', position > 0 && 'border-t border-line')}
      style={{ top: `${position * lineRem.row}rem`, height: `${lineRem.row}rem` }}
    >
      <Link
        href={`/statement/${item.account}/${item.number}`}
        className="flex h-full items-center gap-3 rounded-2xl px-4 -outline-offset-2 transition-colors duration-150 hover:bg-sunken"
      >
        <KindIcon kind={item.kind} />
        <div className="min-w-0 flex-1">
          <Line start={<span className="font-semibold">{t(`kinds.${item.kind}`)}</span>}>
            <SignedMoney amount={item.amount} />
          </Line>
          <Line isSmall start={<About line={item} />}>
            <bdi className="tabular-nums">{t('balance_after', { amount: formatMoney(item.balance) })}</bdi>
          </Line>
          <Line
            isSmall
            start={transaction_id !== null && customer_id !== null && <bdi>{t('player', { id: customer_id })}</bdi>}
          >
            <Moment seconds={item.at} />
          </Line>
        </div>
      </Link>
    </li>
  )
})

/** The transaction, the reason, or the way it came in. */
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
    return (
      <bdi dir="ltr" className="font-mono text-ink">
        {transaction_id}
      </bdi>
    )
  }
  return rail === 'tron' || rail === 'perfect-money' ? <bdi>{t(`rails.${rail}`)}</bdi> : null
}

function Line({ start, isSmall, children }: { start: React.ReactNode; isSmall?: boolean; children: React.ReactNode }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-3', isSmall && 'text-sm text-ink-soft')}>
      <span className="min-w-0 truncate">{start}</span>
      <span className="shrink-0">{children}</span>
    </div>
  )
}
