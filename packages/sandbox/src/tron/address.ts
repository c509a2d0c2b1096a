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
