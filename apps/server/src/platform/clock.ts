/** The time, passed to everything that depends on it, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

export const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
/** The UTC day, such as 2026-11-15. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
export const fromSeconds = (seconds: number) => new Date(seconds * 1000)
