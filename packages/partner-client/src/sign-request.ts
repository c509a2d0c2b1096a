import { createHmac, sign } from 'node:crypto'

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
