import { formatMinor, parseMinor } from '@cashbox/contract'

/** Hundredths of a percent are to a percent what cents are to money: 150 → "1.50". */
export const percentOf = (bp: number): string => formatMinor(BigInt(bp))

/** "1.5" → 150. What is no percentage at all is for the server to refuse. */
export function bpOf(percent: string): number {
  const minor = parseMinor(percent.trim().replace(',', '.'))
  return minor === null ? Number.NaN : Number(minor)
}
