import * as z from 'zod/mini'

/** Hundredths: every channel currency is kept and shown with two decimals. */
export type Minor = bigint

const TOO_LARGE = /^\d{13,}(?:\.\d{1,2})?$/
const NEGATIVE = /^-\d+(?:\.\d{1,2})?$/
const AMOUNT = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/** "1250.5" → 125050n; null for anything that is not a plain decimal below 10^12 with at most two decimals. */
export function parseMinor(text: string): Minor | null {
  const match = AMOUNT.exec(text)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/** 125050n → "1250.50" */
export function formatMinor(minor: Minor): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** What is wrong with an amount that is sent. */
export const amountRefusals = ['invalid_amount', 'amount_not_positive', 'amount_too_large'] as const

/** "1250.50" → "1,250.50", in every language. */
export const groupDigits = (decimal: string): string =>
  decimal.replace(/\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

const amountFrom = (least: Minor, tooSmall: 'amount_not_positive' | 'amount_negative') =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value, context): Minor => {
      const text = String(value).trim()
      const minor = parseMinor(text)
      if (minor !== null && minor >= least) return minor
      const unusual = TOO_LARGE.test(text) ? 'amount_too_large' : 'invalid_amount'
      const message = minor !== null || NEGATIVE.test(text) ? tooSmall : unusual
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }),
  )

/** An amount of money as a person or program sends it: a decimal string, or a JSON number that is one. */
export const AmountInput = amountFrom(1n, 'amount_not_positive')

/** A limit or a fixed fee, which can be zero. */
export const AmountOrZeroInput = amountFrom(0n, 'amount_negative')

/** An amount of money as the server answers it: always two decimals. */
export const Money = z.string().check(z.regex(/^-?\d+\.\d{2}$/))
