import type { CSSProperties, ReactNode } from 'react'
import { cn } from './cn.ts'

type MoneySize = 'sm' | 'base' | 'lg' | 'xl' | 'balance'

export type MoneyProps = {
  /** Already formatted. */
  readonly amount: string
  readonly currency?: string | undefined
  readonly size?: MoneySize | undefined
  readonly sign?: '+' | '−' | '-' | undefined
  /** A long amount gets smaller instead of wider than its room; the balance always does. */
  readonly isFitting?: boolean | undefined
  readonly className?: string | undefined
}

const sizes: Record<MoneySize, readonly [amount: string, currency: string]> = {
  sm: ['text-sm', 'text-sm'],
  base: ['text-base', 'text-sm'],
  lg: ['text-lg', 'text-sm'],
  xl: ['text-xl', 'text-base'],
  balance: ['text-balance tracking-[-0.02em]', 'text-base'],
}

const largestRem: Record<MoneySize, number> = { sm: 0.875, base: 1, lg: 1.25, xl: 1.75, balance: 2.5 }

// A figure is about 0.6 em wide, and the code beside it takes some 3.5 rem.
const fittingSize = (amount: string, size: MoneySize, hasCurrency: boolean): CSSProperties => ({
  fontSize: `clamp(1rem, calc((100cqi - ${hasCurrency ? 3.5 : 0}rem) / ${(amount.length * 0.6).toFixed(1)}), ${largestRem[size]}rem)`,
})

export const Money = (props: MoneyProps) => {
  const { amount, currency, size = 'base', sign, isFitting = size === 'balance', className } = props
  const [amountClass, currencyClass] = sizes[size]
  const fitting = isFitting ? fittingSize(`${sign ?? ''}${amount}`, size, currency !== undefined) : undefined
  const money = (
    <bdi dir="ltr" className={cn('inline-flex items-baseline gap-[0.35em] whitespace-nowrap tabular-nums', className)}>
      <span className={cn(amountClass, 'font-semibold')} style={fitting}>
        {sign}
        {amount}
      </span>
      {currency ? <span className={cn(currencyClass, 'opacity-75')}>{currency}</span> : null}
    </bdi>
  )
  return isFitting ? <span className="@container block w-full">{money}</span> : money
}

export type DateTimeProps = {
  /** Seconds since the epoch. */
  readonly seconds: number
  /** The same moment in the agent's language and time zone. */
  readonly text: ReactNode
  readonly className?: string | undefined
}

/** Kept apart from its neighbours: beside a name in Latin letters an Arabic date would come apart. */
export const DateTime = ({ seconds, text, className }: DateTimeProps) => (
  <time dateTime={new Date(seconds * 1000).toISOString()} className={cn('[unicode-bidi:isolate]', className)}>
    {text}
  </time>
)
