import type { HistoryItem, TransactionType } from '@cashbox/contract'
import { cn, Money } from '@cashbox/ui'
import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Code, Disc } from '../../platform/agent-parts.tsx'
import { lineRem } from '../../platform/day-list/day-layout.ts'
import { RowLine, type RowProps } from '../../platform/day-list/day-list.tsx'
import { emit } from '../../platform/events.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'

/** A deposit takes from the agent's balance, a withdrawal adds to it. */
const looks = {
  deposit: { sign: '−', Icon: ArrowDown, disc: 'bg-deposit-soft text-deposit', amount: 'text-deposit' },
  withdraw: { sign: '+', Icon: ArrowUp, disc: 'bg-withdraw-soft text-withdraw', amount: 'text-withdraw' },
} as const

export const HistoryRow = memo(function HistoryRow({ item, position, total }: RowProps<HistoryItem>) {
  const t = useTranslations('history')
  const { sign, Icon, disc, amount } = looks[item.type]
  const isReversed = item.reversed_at !== null
  return (
    <li
      aria-posinset={position + 1}
      aria-setsize={total ?? -1}
      className={cn(
        'absolute inset-x-0 flex items-center gap-3 px-4 max-[22rem]:px-3',
        position > 0 && 'border-t border-line',
      )}
      style={{ top: `${position * lineRem.row}rem`, height: `${lineRem.row}rem` }}
    >
      {/* Hidden on the narrowest phones, to leave room for the player's ID. */}
      <Disc className={cn('max-[22rem]:hidden', disc)}>
        <Icon strokeWidth={2.5} />
      </Disc>
      <div className="min-w-0 flex-1">
        <RowLine start={<Kind type={item.type} isReversed={isReversed} />}>
          <Money
            amount={formatMoney(item.amount)}
            sign={sign}
            className={isReversed ? 'text-ink-soft line-through' : amount}
          />
        </RowLine>
        <RowLine isSmall start={<Code className="text-ink">{item.transaction_id}</Code>}>
          <bdi className={cn('tabular-nums', isReversed && 'line-through')}>
            {t('fee_amount', { amount: formatMoney(item.fee) })}
          </bdi>
        </RowLine>
        <RowLine isSmall start={<bdi>{t('player_id', { id: item.customer_id })}</bdi>}>
          <Moment seconds={item.finished_at} />
        </RowLine>
      </div>
      <button
        type="button"
        aria-label={t('receipt_of', { transactionId: item.transaction_id })}
        onClick={() => emit('open-receipt', item.transaction_id)}
        className="absolute inset-0 cursor-pointer rounded-2xl hover:bg-ink/5 active:bg-ink/10"
      />
    </li>
  )
})

function Kind({ type, isReversed }: { type: TransactionType; isReversed: boolean }) {
  const t = useTranslations('history')
  return (
    <>
      <span className="font-semibold">{t(type)}</span>
      {isReversed && (
        <span className="ms-2 text-sm text-rejected">
          <Undo2 aria-hidden className="me-1 inline size-4" />
          {t('reversed')}
        </span>
      )}
    </>
  )
}
