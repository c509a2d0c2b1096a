import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type MoneyProps = {
  /** Already formatted. */
  readonly amount: string
  readonly currency?: string | undefined
  readonly size?: 'sm' | 'base' | 'lg' | 'xl' | undefined
  readonly sign?: '+' | '−' | '-' | undefined
  readonly className?: string | undefined
}

const sizes = { sm: 'text-sm', base: 'text-base', lg: 'text-lg', xl: 'text-xl' }

export const Money = ({ amount, currency, size = 'base', sign, className }: MoneyProps) => (
  <bdi dir="ltr" className={cn('inline-flex items-baseline gap-[0.35em] whitespace-nowrap tabular-nums', className)}>
    <span className={cn(sizes[size], 'font-semibold')}>
      {sign}
      {amount}
    </span>
    {currency ? <span className={cn(size === 'xl' ? 'text-base' : 'text-sm', 'opacity-75')}>{currency}</span> : null}
  </bdi>
)

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
