import type { TransactionType } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** In the largest whole unit, rounded down. */
export function timeLeft(seconds: number) {
  if (seconds <= 0) return { unit: 'expired', count: 0 } as const
  if (seconds >= DAY) return { unit: 'days_left', count: Math.floor(seconds / DAY) } as const
  if (seconds >= HOUR) return { unit: 'hours_left', count: Math.floor(seconds / HOUR) } as const
  if (seconds >= MINUTE) return { unit: 'minutes_left', count: Math.floor(seconds / MINUTE) } as const
  return { unit: 'seconds_left', count: Math.floor(seconds) } as const
}

const SHORT_S = 5 * 60

interface TimeLeftProps {
  readonly expiresAt: number
  /** When the server last reported it open. */
  readonly asOfMs: number
}

/** Shows a dash if the device's clock must be wrong. */
export function TimeLeft({ expiresAt, asOfMs }: TimeLeftProps) {
  const t = useTranslations('time')
  const nowMs = useNow()
  if (expiresAt * 1000 <= asOfMs) return <span aria-hidden>–</span>
  const seconds = expiresAt - nowMs / 1000
  const { unit, count } = timeLeft(seconds)
  return (
    // Not announced every second.
    <span aria-live="off" className={cn('font-semibold tabular-nums', seconds < SHORT_S && 'text-danger')}>
      {unit === 'expired' ? t('expired') : t(unit, { count })}
    </span>
  )
}

export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** Cash comes in with a deposit and goes out with a withdrawal. */
export function DirectionIcon({ type }: { type: TransactionType }) {
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return <Icon aria-hidden strokeWidth={2.5} className="size-5" />
}

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd>{children}</dd>
  </div>
)
