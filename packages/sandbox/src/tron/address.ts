import { groupDigits } from '@cashbox/contract'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const PREFIX = 0x41
const ACCOUNT_BYTES = 20
const base58check = createBase58check(sha256)

/** The 20 bytes of an address as hex, without the 41 in front; null when the text is no address. */
export function readAddress(text: string): string | null {
  try {
    const [prefix, ...account] = base58check.decode(text)
    return prefix === PREFIX && account.length === ACCOUNT_BYTES ? Buffer.from(account).toString('hex') : null
  } catch {
    return null
  }
}

/** As `readAddress`, for text that was checked before. */
export function accountOf(address: string): string {
  const account = readAddress(address)
  if (account === null) throw new Error(`not a Tron address: ${address}`)
  return account
}

export const addressOf = (account: string): string =>
  base58check.encode(Uint8Array.of(PREFIX, ...Buffer.from(account, 'hex')))

const DECIMALS = 6
const UNITS = 10n ** BigInt(DECIMALS)
const LEAST_SHOWN_DECIMALS = 2

const pattern = new RegExp(`^(\\d{1,15})(?:\\.(\\d{1,${DECIMALS}}))?$`)

/** "12.5" → 12 500 000 units; null for anything else than a plain amount with at most six decimals. */
export function readAmount(text: string): bigint | null {
  const [, whole, fraction = ''] = pattern.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * UNITS + BigInt(fraction.padEnd(DECIMALS, '0'))
}

export function formatAmount(units: bigint): string {
  const fraction = String(units % UNITS)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return groupDigits(`${units / UNITS}.${fraction.padEnd(LEAST_SHOWN_DECIMALS, '0')}`)
}
