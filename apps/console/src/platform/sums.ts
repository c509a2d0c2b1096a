import { formatMinor } from '@cashbox/contract'

/** Amounts as the server sends them, always with two decimals, added up without losing a cent. */
export const sumOf = (amounts: readonly string[]): string =>
  formatMinor(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n))
