import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { formatAddress } from './tron-address.ts'

const EXTERNAL_CHAIN = 0

/** The address at `0/index` below an account's public key. No private key is involved. */
export function deriveTronAddress(xpub: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(EXTERNAL_CHAIN).deriveChild(index)
  if (!publicKey) throw new Error('the extended key has no public key')
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const account = keccak_256(uncompressed.subarray(1)).subarray(-20)
  return formatAddress(account)
}

/** True when the text is an extended public key that addresses can be derived from. */
export function isAccountXpub(xpub: string): boolean {
  try {
    deriveTronAddress(xpub, 0)
    return !xpub.startsWith('xprv')
  } catch {
    return false
  }
}
