import { createHmac, randomBytes } from 'node:crypto'

/** Signatures of outgoing webhooks, after Standard Webhooks 1.0.0. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The bytes of a signing secret, which may be given without its prefix. */
export const signingKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')

interface Signed {
  readonly id: string
  readonly timestamp: number
  /** Exactly as it is sent. */
  readonly body: string
}

// The text is joined by dots: without one in the ID and the timestamp, no two messages have the same text.
const ID = /^[\w-]{1,200}$/

export const sign = (secret: string, signed: Signed): string =>
  `v1,${createHmac('sha256', signingKey(secret)).update(signedText(signed)).digest('base64')}`

export function signedText({ id, timestamp, body }: Signed): string {
  if (!ID.test(id)) throw new Error("this ID of a message can't be signed")
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw new Error("this timestamp can't be signed")
  return `${id}.${timestamp}.${body}`
}
