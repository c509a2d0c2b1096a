import { formatMinor, parseMinor } from '@cashbox/contract'

export const units = ['minutes', 'hours', 'days'] as const
export type Unit = (typeof units)[number]

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const secondsIn: Record<Unit, number> = { minutes: MINUTE_S, hours: HOUR_S, days: DAY_S }

export interface Duration {
  /** As it is typed. */
  readonly amount: string
  readonly unit: Unit
}

/** In the largest unit that needs no fraction. What is not whole minutes is shown as near as it gets. */
export function durationOf(seconds: number): Duration {
  const unit = units.findLast((one) => seconds > 0 && seconds % secondsIn[one] === 0) ?? 'minutes'
  const inUnit = seconds / secondsIn[unit]
  return { unit, amount: Number.isInteger(inUnit) ? String(inUnit) : formatMinor(BigInt(Math.round(inUnit * 100))) }
}

/** Whole seconds of what was typed. What is none is for the server to refuse. */
export function secondsOf({ amount, unit }: Duration): number {
  const hundredths = parseMinor(amount.trim().replace(',', '.'))
  const seconds = hundredths === null ? Number.NaN : (Number(hundredths) * secondsIn[unit]) / 100
  return Number.isInteger(seconds) ? seconds : Number.NaN
}

/** How long ago in one unit, rounded down; less than a minute is none. */
export function ageOf(seconds: number): { count: number; unit: Unit } | null {
  const unit = units.findLast((one) => seconds >= secondsIn[one])
  return unit ? { unit, count: Math.floor(seconds / secondsIn[unit]) } : null
}

export const isUnit = (text: string): text is Unit => (units as readonly string[]).includes(text)
