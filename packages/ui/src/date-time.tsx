import type { ReactNode } from 'react'
import { cn } from './cn.ts'

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
