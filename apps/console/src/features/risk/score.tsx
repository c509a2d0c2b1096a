import { RISK_DAYS, type RiskSignal } from '@cashbox/contract/operator'
import { cn } from '@cashbox/ui'
import { CircleAlert, CircleCheck, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { textsOf } from '../../platform/language/language.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { stateBadge } from '../../platform/values/values.tsx'

const t = textsOf('risk')

const DAY_S = 24 * 60 * 60

/** Where levels begin, and where the scale ends. */
export const SCALE = { watch: 30, high: 60, top: 100 } as const

type Level = 'low' | 'watch' | 'high'

export const levelOf = (score: number): Level => (score >= SCALE.high ? 'high' : score >= SCALE.watch ? 'watch' : 'low')

export const LevelBadge = stateBadge({
  low: ['risk.levels.low', 'neutral', CircleCheck],
  watch: ['risk.levels.watch', 'pending', Eye],
  high: ['risk.levels.high', 'rejected', CircleAlert],
})

const fills: Readonly<Record<Level, string>> = { low: 'bg-ink-soft', watch: 'bg-pending', high: 'bg-danger' }

/** What a signal still counts: its weight falls evenly to zero. */
export const countsNow = ({ weight, last_at }: Pick<RiskSignal, 'weight' | 'last_at'>, nowS: number): number =>
  Math.max(0, weight * (1 - (nowS - last_at) / (RISK_DAYS * DAY_S)))

/** The score on its scale, with the marks at which levels begin. */
export function ScoreScale({ score }: { score: number }) {
  const level = levelOf(score)
  return (
    <div className="grid w-full max-w-md gap-1.5">
      <div className="flex items-center gap-3">
        <span className="text-xl font-semibold tabular-nums">{formatWhole(score)}</span>
        <LevelBadge state={level} />
      </div>
      <Bar label={t('score')} value={score} of={SCALE.top} className={fills[level]}>
        {[SCALE.watch, SCALE.high].map((at) => (
          <span key={at} className="absolute inset-y-0 w-0.5 bg-card" style={{ insetInlineStart: `${at}%` }} />
        ))}
      </Bar>
      <p className="text-sm text-ink-soft">{t('scale', SCALE)}</p>
    </div>
  )
}

interface BarProps {
  readonly label: string
  readonly value: number
  readonly of: number
  readonly className: string
  readonly children?: ReactNode
}

export const Bar = ({ label, value, of, className, children }: BarProps) => (
  <span
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={of}
    aria-valuenow={Math.min(of, Math.round(value))}
    className="relative block h-2 overflow-hidden rounded-full bg-sunken"
  >
    <span
      className={cn('block h-full rounded-full', className)}
      style={{ width: `${Math.min(100, (value / of) * 100)}%` }}
    />
    {children}
  </span>
)
