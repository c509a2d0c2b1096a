/** A calendar month in UTC; `from` and `to` are its first and last second. */
export type Month = ReturnType<typeof lastMonths>[number]

const MONTHS_SHOWN = 6

const ENGLISH = 'January February March April May June July August September October November December'.split(' ')

// English is built in. Without Intl, whose first use keeps a slow phone busy for a tenth of a second.
const englishName = (startMs: number) =>
  `${ENGLISH[new Date(startMs).getUTCMonth()]} ${new Date(startMs).getUTCFullYear()}`

function namesIn(locale: string): (startMs: number) => string {
  const { format } = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format
}

/** The current month and the five before it, newest first. */
export function lastMonths(now: Date, locale = 'en') {
  const nameOf = locale === 'en' ? englishName : namesIn(locale)
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1)
    return {
      value: new Date(start).toISOString().slice(0, 7),
      label: nameOf(start),
      from: start / 1000,
      to: end / 1000 - 1,
    }
  })
}

const DEFAULT_TIMEZONE = 'UTC'

const isTimezone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The chosen time zone, else the one the device seems to be in. */
export function initialTimezone(stored: string | null, guessed: string | undefined): string {
  return [stored, guessed].find((zone) => zone && isTimezone(zone)) ?? DEFAULT_TIMEZONE
}
