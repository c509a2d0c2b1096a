/** A calendar month in UTC; `from` and `to` are its first and last second. */
export interface Month {
  readonly value: string
  readonly label: string
  readonly from: number
  readonly to: number
}

const MONTHS_SHOWN = 6

/** The current month and the five before it, newest first. */
export function lastMonths(now: Date, locale = 'en'): readonly Month[] {
  const name = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1)
    return {
      value: new Date(start).toISOString().slice(0, 7),
      label: name.format(start),
      from: start / 1000,
      to: end / 1000 - 1,
    }
  })
}
