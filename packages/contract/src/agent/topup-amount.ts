import { formatMinor } from '../money.ts'

/** digits / 10^scale */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/

function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

function parsePositive(text: string): Decimal | null {
  const parsed = parseDecimal(text)
  return parsed && parsed.digits >= 0n ? parsed : null
}

const power = (scale: number) => 10n ** BigInt(scale)
const divideUp = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator

/** Hundredths of the channel currency for one coin; null where a coin brings nothing. */
function minorPerCoin(rate: string, offsetPercent: string): Decimal | null {
  const coinRate = parseDecimal(rate)
  const offset = parseDecimal(offsetPercent)
  if (!coinRate || !offset) return null
  // A hundred per cent is also a hundred hundredths: the two cancel out.
  const digits = coinRate.digits * (100n * power(offset.scale) + offset.digits)
  return coinRate.digits > 0n && digits > 0n ? { digits, scale: coinRate.scale + offset.scale } : null
}

/** What arrives for what was sent: sent × rate × (1 + offset/100), the part of a cent left out. */
export function receivedAmount(sent: string, rate: string, offsetPercent: string): string | null {
  const amount = parsePositive(sent)
  const price = minorPerCoin(rate, offsetPercent)
  if (!amount || !price) return null
  return formatMinor((amount.digits * price.digits) / power(amount.scale + price.scale))
}

/** The least sum of a coin with so many decimals that brings at least `received`. */
export function neededAmount(received: string, rate: string, offsetPercent: string, decimals: number): string | null {
  const amount = parsePositive(received)
  const price = minorPerCoin(rate, offsetPercent)
  if (!amount || !price) return null
  const minor = divideUp(amount.digits * 100n, power(amount.scale))
  const units = divideUp(minor * power(price.scale + decimals), price.digits)
  return formatDecimal({ digits: units, scale: decimals })
}

function formatDecimal({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString()
  const text = digits.toString().padStart(scale + 1, '0')
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
