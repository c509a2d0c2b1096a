/** What people pick in a field: a day ("2026-11-16") or a minute ("2026-11-16T18:40"), in the time zone of the app. */
const PICKED = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/

function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(ms)
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return local - Math.floor(ms / 60_000) * 60_000
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Local date and time. Null means the device's zone, which needs no Intl. */
export function wallClock(seconds: number, timeZone: string | null) {
  const ms = seconds * 1000
  const ahead = timeZone === null ? -new Date(ms).getTimezoneOffset() * 60_000 : offsetMs(ms, timeZone)
  const local = new Date(ms + ahead)
  const text = local.toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16), day: DAYS[local.getUTCDay()] ?? 'sun' }
}

/** The first second of the picked day or minute; null if invalid. */
export function secondsOf(picked: string, timeZone: string): number | null {
  const local = PICKED.test(picked) ? Date.parse(picked.length > 10 ? `${picked}Z` : `${picked}T00:00Z`) : Number.NaN
  if (Number.isNaN(local)) return null
  // The second offset matters when the clocks change in between.
  const guess = local - offsetMs(local, timeZone)
  return (local - offsetMs(guess, timeZone)) / 1000
}

export function lastSecondOf(picked: string, timeZone: string): number | null {
  if (picked.length > 10) {
    const start = secondsOf(picked, timeZone)
    return start === null ? null : start + 59
  }
  if (secondsOf(picked, timeZone) === null) return null
  const next = new Date(Date.parse(`${picked}T00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const end = secondsOf(next, timeZone)
  return end === null ? null : end - 1
}
