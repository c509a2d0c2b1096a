import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'

const PREFIX = 0x41
const BODY_LENGTH = 20
const base58check = createBase58check(sha256)

const HEX = /^(?:0x|41)?([0-9a-fA-F]{40})$/

const EXTERNAL_CHAIN = 0

/** m/44'/195'/0' of the mnemonic "abandon … about": known to everyone, for the sandbox only, never to be funded. */
export const SANDBOX_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'

const formatAddress = (account: Uint8Array) => base58check.encode(Uint8Array.of(PREFIX, ...account))

/** Only the text form (T…) with a valid checksum. */
export function isTronAddress(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === BODY_LENGTH + 1 && bytes[0] === PREFIX
  } catch {
    return false
  }
}

/** Providers write an address in four ways: T…, 41…, 0x… and plain hex. Null for anything else. */
export function readAddress(written: string): string | null {
  const account = HEX.exec(written)?.[1]
  if (account !== undefined) return formatAddress(hexToBytes(account.toLowerCase()))
  return isTronAddress(written) ? written : null
}

/** The 20 bytes of an address, as in logs. */
export const addressToHex = (address: string) => bytesToHex(base58check.decode(address).subarray(1))

/** The address at `0/index` below an account's public key. No private key is involved. */
export function deriveTronAddress(xpub: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(EXTERNAL_CHAIN).deriveChild(index)
  if (!publicKey) throw new Error('the extended key has no public key')
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const account = keccak_256(uncompressed.subarray(1)).subarray(-20)
  return formatAddress(account)
}

export function isAccountXpub(xpub: string): boolean {
  try {
    deriveTronAddress(xpub, 0)
    return !xpub.startsWith('xprv')
  } catch {
    return false
  }
}
