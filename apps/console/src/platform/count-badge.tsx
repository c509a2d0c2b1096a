import { cn } from '@cashbox/ui'

interface CountBadgeProps {
  /** Null while it is not known. */
  readonly count: number | null
  /** The same in words. */
  readonly text: string
  readonly isCritical?: boolean | undefined
}

/** How many things wait, beside the name of their page. */
export const CountBadge = ({ count, text, isCritical = false }: CountBadgeProps) => (
  <span
    title={text}
    className={cn(
      'ms-auto min-w-6 rounded-full px-1.5 text-center text-sm font-semibold tabular-nums',
      isCritical ? 'bg-danger text-danger-ink' : 'bg-pending-soft text-pending',
    )}
  >
    <span aria-hidden>{count ?? '?'}</span>
    <span className="sr-only">{text}</span>
  </span>
)
