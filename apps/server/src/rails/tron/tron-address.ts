import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

const PREFIX = 0x41
const BODY_LENGTH = 20
const base58check = createBase58check(sha256)

/** The text form (T…) of the 20 bytes that are an account. */
export const formatAddress = (account: Uint8Array) => base58check.encode(Uint8Array.of(PREFIX, ...account))

/** True for the text form with a right checksum, and nothing else. */
export function isTronAddress(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === BODY_LENGTH + 1 && bytes[0] === PREFIX
  } catch {
    return false
  }
}

const HEX = /^(?:0x|41)?([0-9a-fA-F]{40})$/

/** Providers write one address in four ways: T…, 41…, 0x… and bare. Null for anything else. */
export function readAddress(written: string): string | null {
  const account = HEX.exec(written)?.[1]
  if (account !== undefined) return formatAddress(hexToBytes(account.toLowerCase()))
  return isTronAddress(written) ? written : null
}

/** The 20 bytes of an address in hex, as logs carry them. */
export const addressToHex = (address: string) => bytesToHex(base58check.decode(address).subarray(1))
