import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Signatures after Standard Webhooks 1.0.0: partners sign what they ask, and we sign what we tell. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const TOLERANCE_S = 5 * 60

export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  readonly id: string
  readonly timestamp: number
  /** Exactly as it is sent. */
  readonly body: string
}

export function sign(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** `given` may hold several signatures, as while a secret is being changed. */
export function isSignedBy(secret: string, signed: Signed, given: string): boolean {
  const expected = Buffer.from(sign(secret, signed))
  return given
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}

export const isTimely = (timestamp: number, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - timestamp) <= TOLERANCE_S
