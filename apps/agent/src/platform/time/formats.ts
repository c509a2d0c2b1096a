import { datePart } from '@cashbox/client/date-parts'
import { formatMinor, type Minor } from '@cashbox/contract'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Rounds half up and groups, on the text so that no cent is lost, and without Intl: its first use takes 100 ms. */
function group(text: string, most: number, least: number): string {
  const match = DECIMAL.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const cut = BigInt(whole + fraction.slice(0, most).padEnd(most, '0'))
  const rounded = cut + ((fraction[most] ?? '0') >= '5' ? 1n : 0n)
  const digits = rounded.toString().padStart(most + 1, '0')
  const wholeDigits = digits.slice(0, digits.length - most).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const decimals = digits
    .slice(digits.length - most)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return `${rounded === 0n ? '' : sign}${wholeDigits}${decimals === '' ? '' : `.${decimals}`}`
}

/** More decimals than are shown, and no exponent. */
const decimalText = (number: number) => number.toFixed(6)

/** "1250.5" → "1,250.50", in every language. */
export const formatMoney = (amount: string | number | Minor): string =>
  group(typeof amount === 'bigint' ? formatMinor(amount) : String(amount), 2, 2)

/** Rates and coins keep all decimals, so that results can be checked by hand. */
export const formatExact = (decimal: string): string => group(decimal, 20, 2)

export const formatPercent = (percent: number): string => `${group(decimalText(percent), 2, 0)}%`

export const formatWhole = (number: number): string => group(decimalText(number), 0, 0)

export function formatDateTime(seconds: number, timeZone: string, language = 'en'): string {
  return `${formatDay(seconds, timeZone, language)} ${formatTime(seconds, timeZone)}`
}

export function formatDay(seconds: number, timeZone: string, language = 'en'): string {
  const part = datePart(seconds, timeZone, language)
  return `${part('day')} ${part('month')} ${part('year')}`
}

export function formatTime(seconds: number, timeZone: string): string {
  const part = datePart(seconds, timeZone, 'en')
  return `${part('hour')}:${part('minute')}`
}
