import { datePart } from '@cashbox/client/date-parts'
import { formatMinor, parseMinor } from '@cashbox/contract'
import { currentLanguage, currentLocale } from '../language/language.ts'

interface Named {
  readonly first_name: string
  readonly last_name: string
}

const money = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' })

const change = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

const coins = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18, signDisplay: 'negative' })

const ageUnits = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** "1250.5" → "1,250.50". Formats the string itself, so that no cent is lost. */
export const formatMoney = (amount: string): string => money.format(amount as `${number}`)

export const formatWhole = (number: number): string => whole.format(number)

/** With fewer entries before, a comparison says nothing. */
const LEAST_COMPARED = 5

/**
 * How much more or less than before: "+12%", or "×24" for ten times and more. Null where there was nothing before, or
 * too little of it.
 */
export const formatChange = (now: number, before: number, countBefore = LEAST_COMPARED): string | null =>
  before === 0 || countBefore < LEAST_COMPARED
    ? null
    : now >= 10 * before
      ? `×${whole.format(now / before)}`
      : change.format((now - before) / before)

/** "1250.500001" → "1,250.500001" */
export const formatCoins = (amount: string): string => coins.format(amount as `${number}`)

/** In the largest unit that there are at least two of: 90 → "90 seconds", 7200 → "2 hours". */
export function formatAge(seconds: number): string {
  const [unit, size] = ageUnits.find(([, one]) => seconds >= 2 * one) ?? ['second', 1]
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / size),
  )
}

/** "Cash ID, Amount, and Reason", in the language of the console. */
export const formatList = (words: readonly string[], locale = currentLocale()): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)

/** The one time zone of the console: that of days, months, caps and daily files. */
export const ZONE = 'UTC'

/** DD MMM YYYY HH:mm:ss, with the month's name in the language of the console. */
export function formatDateTime(seconds: number, timeZone = ZONE, language = currentLanguage()): string {
  const part = datePart(seconds, timeZone, language)
  return `${part('day')} ${part('month')} ${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** The same in parts. */
export function dateTimeParts(seconds: number) {
  const [day, month, year = '', clock = ''] = formatDateTime(seconds).split(' ')
  return { day: `${day} ${month}`, year, time: clock.slice(0, -3), secondsText: clock.slice(-3) }
}

export const isPresentYear = (year: string): boolean => year === String(new Date().getUTCFullYear())

/** The value of a datetime-local field, in the zone of the console: 2031-05-04T09:30. */
export const toTimeInput = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16)

/** Null for an empty or invalid value. */
export function fromTimeInput(text: string): number | null {
  const at = new Date(`${text}Z`).getTime()
  return Number.isNaN(at) ? null : Math.floor(at / 1000)
}

/** 150 → "1.50" */
export const percentOf = (bp: number): string => formatMinor(BigInt(bp))

/** "1.5" → 150; NaN for anything else, which the server refuses. */
export function bpOf(percent: string): number {
  const minor = parseMinor(percent.trim().replace(',', '.'))
  return minor === null ? Number.NaN : Number(minor)
}

export const fullName = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim()
