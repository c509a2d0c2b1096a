import { cn, Money, type MoneyProps } from '@cashbox/ui'
import { formatMoney } from '../../platform/time/formats.ts'

/** What was added or taken, with its sign. */
export function SignedMoney({ amount, size }: Pick<MoneyProps, 'amount' | 'size'>) {
  const isTaken = amount.startsWith('-')
  return (
    <Money
      size={size}
      sign={isTaken ? '−' : '+'}
      amount={formatMoney(isTaken ? amount.slice(1) : amount)}
      className={cn(!isTaken && 'text-approved')}
    />
  )
}
