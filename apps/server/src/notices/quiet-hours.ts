const DAY_MIN = 24 * 60

export interface QuietHours {
  /** Minutes since midnight; `until` may be earlier than `from`, and is then on the next day. */
  readonly from: number
  readonly until: number
}

/** When the quiet hours end that a moment falls into; null when it falls into none. */
export function endOfQuiet(hours: QuietHours | null, timeZone: string, now: Date): Date | null {
  if (hours === null || hours.from === hours.until) return null
  const minute = minuteOfDay(now, timeZone)
  const sinceStart = (minute - hours.from + DAY_MIN) % DAY_MIN
  const length = (hours.until - hours.from + DAY_MIN) % DAY_MIN
  if (sinceStart >= length) return null
  // To the whole minute. Where clocks change in between it is looked at again, and waits on if need be.
  const wait = (length - sinceStart) * 60_000
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + wait)
}

function minuteOfDay(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(moment)
    .map(({ type, value }) => [type, Number(value)] as const)
  const part = Object.fromEntries(parts)
  return (part['hour'] ?? 0) * 60 + (part['minute'] ?? 0)
}

/** "22:30" as minutes since midnight, and back. */
export const parseTimeOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
export const formatTimeOfDay = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
