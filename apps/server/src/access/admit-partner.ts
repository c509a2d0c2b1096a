import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '@cashbox/contract'
import type { PartnerPermission } from '@cashbox/contract/partner'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { type Admit, type Route, routeFor } from '../platform/http/bind-api.ts'
import { addressOfCaller, languageOfRequest, noteCaller } from '../platform/http/read-headers.ts'
import type { Allowance, RateLimits } from '../platform/rate-limits.ts'
import { Refusal, refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret, signingKey } from '../platform/secrets/standard-webhooks.ts'
import { findKey, noteKeyUse } from './partner-keys.ts'

/** The partner behind a call. */
interface Partner {
  readonly playerServiceId: string
  readonly keyId: string
}

interface PartnerContexts {
  readonly partner: { readonly partner: Partner; readonly language: Language }
}

export type PartnerRoute = Route<PartnerContexts>

export interface AdmitServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly keyring: Keyring
}

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** As it was sent. */
  readonly body: string
}

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

export const route = routeFor<PartnerContexts>()

// An unknown key costs as much as a known one.
const UNKNOWN_KEY_SECRET = newSigningSecret()

/** IDs are kept for this long after the timestamp of their request. */
const IDS_KEPT_MS = 60 * 60 * 1000

const VERSION = 'v2'
const TOLERANCE_S = 5 * 60
const EARLIEST_S = 24 * 60 * 60

// No line can contain a line break, so no two requests have the same signed text.
const lines = {
  method: /^[A-Z]{1,20}$/,
  target: /^\/[\x21-\x7e]*$/,
  id: /^[\x21-\x7e]{1,200}$/,
  timestamp: /^[1-9]\d{0,11}$/,
} as const

export const admitPartner =
  (services: AdmitServices): Admit<PartnerPermission, PartnerContexts> =>
  async ({ who, request, reply, body }) => ({
    partner: await admitSigned(services, who, { request, reply, body }),
    language: languageOfRequest(request),
  })

/**
 * Asks for a signature by a key that has this permission. An unknown key and a wrong signature look the same. A right
 * signature uses the ID up even if the request is then refused, so that a copy of it is never taken later. Only the
 * holder of the key can use up IDs, and no more than the rate limit allows.
 */
export async function admitSigned(
  { db, clock, limits, keyring }: AdmitServices,
  permission: PartnerPermission,
  { request, reply, body }: Visit,
): Promise<Partner> {
  const address = addressOfCaller(request)
  await limits.check('partner-address', address)
  const { keyId, signature, signed } = readSigned(request, body)
  const key = await findKey(db, keyring, keyId, { address, now: clock.now() })
  const isSigned = isSignedBy(key?.secret ?? UNKNOWN_KEY_SECRET, signed, signature)
  if (!key || !isSigned) {
    await limits.note('partner-address', address)
    throw refusal('signature_invalid')
  }
  noteCaller(request, 'partner', key.id)
  const age = ageOf(signed, clock.now())
  if (age === 'never timely') throw refusal('timestamp_invalid')
  toAllowance(
    reply,
    limits,
    await limits.spend('partner-key', key.id).catch((error: unknown) => {
      if (error instanceof Refusal)
        toAllowance(reply, limits, { left: 0, resetS: Number(error.reason.values?.['seconds'] ?? 0) })
      throw error
    }),
  )
  if (!(await takeId(db, clock, key.id, signed))) {
    await limits.giveBack('partner-key', key.id)
    throw refusal('request_replayed')
  }
  if (age !== 'timely') throw refusal('timestamp_invalid')
  await noteKeyUse(db, key.id, key.lastUsedAt, clock.now())
  if (!key.isAllowedHere) throw refusal('network_not_allowed', { address })
  if (!key.permissions.includes(permission)) throw refusal('permission_missing')
  return { playerServiceId: key.playerServiceId, keyId: key.id }
}

/** How many calls are left, in the words of draft-ietf-httpapi-ratelimit-headers. */
function toAllowance(reply: FastifyReply, limits: RateLimits, { left, resetS }: Allowance) {
  const { points, windowS } = limits.policy('partner-key')
  void reply.header('ratelimit-policy', `"key";q=${points};w=${windowS}`)
  void reply.header('ratelimit', `"key";r=${left};t=${resetS}`)
}

function readSigned(request: FastifyRequest, body: string) {
  const read = (name: string) => {
    const value = request.headers[name]
    if (typeof value !== 'string' || value === '') throw refusal('signature_invalid')
    return value
  }
  const signature = read('webhook-signature')
  if (isOutdated(signature)) throw refusal('signature_outdated')
  const signed: SignedRequest = {
    method: request.method,
    target: request.originalUrl,
    id: read('webhook-id'),
    timestamp: read('webhook-timestamp'),
    body,
  }
  const [wrong] = unsignableParts(signed)
  if (wrong) throw refusal(wrong === 'timestamp' ? 'timestamp_invalid' : 'signature_invalid')
  return { keyId: read('cashbox-key'), signature, signed }
}

/** Uses the ID up; false when it was used up before. */
async function takeId(db: Database, clock: Clock, keyId: string, { id, timestamp }: SignedRequest): Promise<boolean> {
  const forgetAt = new Date(Math.max(clock.now().getTime(), Number(timestamp) * 1000) + IDS_KEPT_MS)
  const added = await db.execute(sql`
    insert into partner_request (key_id, request_id, forget_at) values (${keyId}, ${id}, ${forgetAt})
    on conflict do nothing`)
  return added > 0
}

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
const isOutdated = (given: string): boolean => given.split(' ').every((signature) => signature.startsWith('v1,'))

/**
 * A request that comes too early could be sent again in time, so its ID has to be kept until then. What is old, or more
 * than a day early, needs no keeping.
 */
export function ageOf({ timestamp }: SignedRequest, now: Date): 'timely' | 'early' | 'never timely' {
  const leadS = Number(timestamp) - now.getTime() / 1000
  if (leadS < -TOLERANCE_S || leadS > EARLIEST_S) return 'never timely'
  return leadS > TOLERANCE_S ? 'early' : 'timely'
}

/** Requests that are forgotten are refused by their timestamp. */
export const forgetOldRequests = (db: Database, clock: Clock) =>
  db.execute(sql`delete from partner_request where forget_at < ${clock.now()}`)
