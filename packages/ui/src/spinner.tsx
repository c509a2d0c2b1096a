import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'

export type SpinnerProps = {
  readonly size?: number
  /** With a label the spinner is announced; without one it is decoration. */
  readonly label?: string | undefined
  readonly className?: string | undefined
}

export const Spinner = ({ size = 20, label, className }: SpinnerProps) => (
  <span className={cn('inline-flex', className)} role={label ? 'status' : undefined}>
    <LoaderCircle size={size} strokeWidth={2.25} className="animate-spin motion-reduce:opacity-60" aria-hidden="true" />
    {label ? <span className="sr-only">{label}</span> : null}
  </span>
)
