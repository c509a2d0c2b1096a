import { createHmac, createPublicKey, sign, verify } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex')

export interface SignedParts {
  /** In capitals. */
  readonly method: string
  /** Path and query as they are in the request line. */
  readonly target: string
  readonly id: string
  readonly timestamp: string
  /** Exactly as it is sent; empty without one. */
  readonly body: string
}

/**
 * The header `webhook-signature` of a request to the partner API. Signs with the secret of the key, or with the PEM of your
 * own Ed25519 private key.
 */
export function signRequest(secret: string, { method, target, id, timestamp, body }: SignedParts): string {
  if (secret.includes('PRIVATE KEY')) {
    const text = ['v2a', method, target, id, timestamp, body].join('\n')
    return `v2a,${sign(null, Buffer.from(text), secret).toString('base64')}`
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = ['v2', method, target, id, timestamp, body].join('\n')
  return `v2,${createHmac('sha256', key).update(text).digest('base64')}`
}

/** Whether the network signed a text. The key is 32 bytes in base64. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const der = Buffer.concat([DER_START, Buffer.from(key, 'base64')])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
}
