import { createHmac, timingSafeEqual } from 'node:crypto'
import { signingKey } from '../platform/secrets/standard-webhooks.ts'

const VERSION = 'v2'
const TOLERANCE_S = 5 * 60
const EARLIEST_S = 24 * 60 * 60

/** What a partner signs of a request, each part exactly as it is sent. */
export interface SignedRequest {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: string
  readonly body: string
}

// No line can contain a line break, so no two requests have the same signed text.
const lines = {
  method: /^[A-Z]{1,20}$/,
  target: /^\/[\x21-\x7e]*$/,
  id: /^[\x21-\x7e]{1,200}$/,
  timestamp: /^[1-9]\d{0,11}$/,
} as const

/** The parts that can't be signed as they are. */
export const unsignableParts = (request: SignedRequest) =>
  (Object.keys(lines) as (keyof typeof lines)[]).filter((part) => !lines[part].test(request[part]))

/** One line for each part; the body is last, because only the body may contain line breaks. */
export function signedText(request: SignedRequest): string {
  const [wrong] = unsignableParts(request)
  if (wrong) throw new Error(`this ${wrong} can't be signed`)
  return [VERSION, request.method, request.target, request.id, request.timestamp, request.body].join('\n')
}

export const signRequest = (secret: string, request: SignedRequest): string =>
  `${VERSION},${createHmac('sha256', signingKey(secret)).update(signedText(request)).digest('base64')}`

/** `given` may contain several signatures, for example of an old and a new secret. */
export function isSignedBy(secret: string, request: SignedRequest, given: string): boolean {
  const expected = Buffer.from(signRequest(secret, request))
  return given
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}

/** True when all signatures are of the version that did not cover method, path and query. */
export const isOutdated = (given: string): boolean => given.split(' ').every((signature) => signature.startsWith('v1,'))

/**
 * A request that comes too early could be sent again in time, so its ID has to be kept until then. What is old, or more
 * than a day early, needs no keeping.
 */
export function ageOf({ timestamp }: SignedRequest, now: Date): 'timely' | 'early' | 'never timely' {
  const leadS = Number(timestamp) - now.getTime() / 1000
  if (leadS < -TOLERANCE_S || leadS > EARLIEST_S) return 'never timely'
  return leadS > TOLERANCE_S ? 'early' : 'timely'
}
