import { DAY_MS, fromSeconds } from '../platform/clock.ts'

/** From a moment (included) until another (not included). Null for no end. */
export interface Period {
  readonly from: Date
  readonly until: Date | null
}

/** Calls take seconds until the end of it. What follows it is a date of PostgreSQL no more. */
const LAST_DAY = new Date('9999-12-31')

/** The calls name the first and the last second, both included. */
export function periodOf({ from = 0, to }: { from?: number | undefined; to?: number | undefined }): Period {
  const until = to === undefined ? null : fromSeconds(to + 1)
  return {
    from: new Date(Math.min(from * 1000, LAST_DAY.getTime())),
    until: until === null || until > LAST_DAY ? null : until,
  }
}

export interface PeriodParts {
  /** Whole UTC days, the second one not included. */
  readonly days: { readonly from: Date; readonly until: Date | null }
  readonly edges: readonly { readonly from: Date; readonly until: Date }[]
}

/** Splits a period into whole UTC days and what is left over at its ends; a month has nothing left over. */
export function splitPeriod({ from, until }: Period): PeriodParts {
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  if (until === null) return { days: { from: firstDay, until: null }, edges: edge(from, firstDay) }
  const lastDay = new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS)
  if (firstDay > lastDay) return { days: { from: firstDay, until: firstDay }, edges: edge(from, until) }
  return { days: { from: firstDay, until: lastDay }, edges: [...edge(from, firstDay), ...edge(lastDay, until)] }
}

const edge = (from: Date, until: Date) => (from < until ? [{ from, until }] : [])
