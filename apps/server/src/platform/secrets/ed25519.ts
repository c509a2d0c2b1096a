import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'

/** The DER prefix of an Ed25519 public key (RFC 8410); 32 bytes follow. */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex')

const RAW = /^[A-Za-z0-9+/]{43}=$/

/** Public keys are 32 bytes in base64, private ones PEM. */
export function newKeyPair(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: rawOf(publicKey), privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

export function signEd25519(privateKey: string, text: string): string {
  return sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64')
}

/** False also for a signature that is none, and for a key that would take a signature of anyone. */
export function isSignedEd25519(publicKey: string, text: string, signature: string): boolean {
  const key = keyOf(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/**
 * Whether a public key has a private one. A few points of the curve have none, and one signature that everybody can write
 * counts for them on any text. Some versions of Node take it.
 */
export function hasPrivateKey(publicKey: string): boolean {
  try {
    const point = ed25519.Point.fromBytes(Buffer.from(publicKey, 'base64'), false)
    return point.isTorsionFree() && !point.isSmallOrder()
  } catch {
    return false
  }
}

const MOST_KNOWN = 1_000
/** Checking a key takes a hundred times as long as checking a signature. */
const known = new Map<string, KeyObject | null>()

function keyOf(publicKey: string): KeyObject | null {
  const found = known.get(publicKey)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const key = hasPrivateKey(publicKey) ? toKey(publicKey) : null
  known.set(publicKey, key)
  return key
}

/** What a person pasted: PEM, or the 32 bytes in base64. Null when it is not an Ed25519 public key with a private one. */
export function readPublicKey(pasted: string): string | null {
  const text = pasted.trim()
  // A private key would be read as well, and must not be sent to anyone.
  if (text.includes('PRIVATE')) return null
  try {
    const key = RAW.test(text) ? toKey(text) : createPublicKey(text)
    const raw = key.asymmetricKeyType === 'ed25519' ? rawOf(key) : null
    return raw !== null && hasPrivateKey(raw) ? raw : null
  } catch {
    return null
  }
}

const toKey = (publicKey: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([DER_START, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  })

const rawOf = (key: KeyObject) =>
  key.export({ type: 'spki', format: 'der' }).subarray(DER_START.length).toString('base64')
