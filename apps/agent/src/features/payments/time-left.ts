const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface TimeLeft {
  readonly unit: 'days_left' | 'hours_left' | 'minutes_left' | 'seconds_left' | 'expired'
  readonly count: number
}

/** In the largest unit of which a whole one is left, rounded down: nobody is promised time that they don't have. */
export function timeLeft(seconds: number): TimeLeft {
  if (seconds <= 0) return { unit: 'expired', count: 0 }
  if (seconds >= DAY) return { unit: 'days_left', count: Math.floor(seconds / DAY) }
  if (seconds >= HOUR) return { unit: 'hours_left', count: Math.floor(seconds / HOUR) }
  if (seconds >= MINUTE) return { unit: 'minutes_left', count: Math.floor(seconds / MINUTE) }
  return { unit: 'seconds_left', count: Math.floor(seconds) }
}
