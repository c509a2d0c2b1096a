import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

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

/** False also for a signature that is none. */
export const isSignedEd25519 = (publicKey: string, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), toKey(publicKey), Buffer.from(signature, 'base64'))

/** What a person pasted: PEM, or the 32 bytes in base64. Null when it is not an Ed25519 public key. */
export function readPublicKey(pasted: string): string | null {
  const text = pasted.trim()
  // A private key would be read as well, and must not be sent to anyone.
  if (text.includes('PRIVATE')) return null
  try {
    const key = RAW.test(text) ? toKey(text) : createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? rawOf(key) : null
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
