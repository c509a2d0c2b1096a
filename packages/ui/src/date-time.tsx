export type DateTimeProps = {
  /** Seconds since the epoch. */
  readonly seconds: number
  /** The same moment in the agent's language and time zone. */
  readonly text: string
  readonly className?: string | undefined
}

export const DateTime = ({ seconds, text, className }: DateTimeProps) => (
  <time dateTime={new Date(seconds * 1000).toISOString()} className={className}>
    {text}
  </time>
)
