import { createHmac } from 'node:crypto'
import type { Language } from '@cashbox/contract'
import type { PartnerPermission } from '@cashbox/contract/partner'
import { type Database, sql } from '@cashbox/postgres/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { type Admit, type Route, routeFor } from '../platform/http/bind-api.ts'
import { addressOfCaller, languageOfRequest, noteCaller } from '../platform/http/read-headers.ts'
import type { Allowance, RateLimits } from '../platform/rate-limits.ts'
import { Refusal, refusal } from '../platform/refusal.ts'
import { isSignedEd25519, newKeyPair } from '../platform/secrets/ed25519.ts'
import { isSameSecret } from '../platform/secrets/keyring.ts'
import { newSigningSecret, signingKey } from '../platform/secrets/standard-webhooks.ts'
import type { Services } from '../platform/services.ts'
import { findKey, recordKeyUse } from './partner-keys.ts'

interface Partner {
  readonly partnerId: string
  readonly keyId: string
  readonly address: string
}

interface PartnerContexts {
  readonly partner: { readonly partner: Partner; readonly language: Language }
}

export type PartnerRoute = Route<PartnerContexts>

type AdmitServices = Pick<Services, 'db' | 'clock' | 'limits' | 'keyring'>

/** The signed parts of a request, exactly as they were sent. */
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

/** What checks the signatures of a key: a secret that both sides have, or the public part of the partner's own. */
interface Checks {
  readonly secret: string | null
  readonly publicKey: string | null
}

// Checked where a key has no such part, so that a caller can't tell by the time which keys there are.
const NOBODYS = { secret: newSigningSecret(), publicKey: newKeyPair().publicKey }

/** After the timestamp of the request. */
const KEEP_IDS_MS = 60 * 60 * 1000

/** By a shared secret, and by the partner's own Ed25519 key. */
type Version = 'v2' | 'v2a'
/** Those after these are not looked at: each costs time. */
const MOST_SIGNATURES = 4
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
  async (call) => ({ partner: await admitSigned(services, call), language: languageOfRequest(call.request) })

/**
 * Requires a signature by a key with this permission. An unknown key and a wrong signature get the same answer. A valid
 * signature uses up the request ID even if the request is refused later, so that a copy is never accepted. Only the
 * holder of the key can use up IDs, and only within the rate limit.
 */
async function admitSigned(
  { db, clock, limits, keyring }: AdmitServices,
  { who: permission, request, reply, body }: Parameters<Admit<PartnerPermission, PartnerContexts>>[0],
): Promise<Partner> {
  const address = addressOfCaller(request)
  await limits.check('partner-address', address)
  const { keyId, signature, signed } = readSigned(request, body)
  const key = await findKey(db, keyring, keyId, { address, now: clock.now() })
  const checks = { secret: key?.secret ?? null, publicKey: key?.public_key ?? null }
  const isSigned = isSignedBy(checks, signed, signature)
  if (!key || !isSigned) {
    await limits.note('partner-address', address)
    throw refusal('signature_invalid')
  }
  noteCaller(request, 'partner', key.id)
  const age = ageOf(signed, clock.now())
  if (age === 'never timely') throw refusal('timestamp_invalid')
  setRateLimitHeaders(
    reply,
    limits,
    await limits.spend('partner-key', key.id).catch((error: unknown) => {
      if (error instanceof Refusal)
        setRateLimitHeaders(reply, limits, { left: 0, resetS: Number(error.reason.values?.['seconds'] ?? 0) })
      throw error
    }),
  )
  if (!(await claimRequestId(db, clock, key.id, signed))) {
    await limits.giveBack('partner-key', key.id)
    throw refusal('request_replayed')
  }
  if (age !== 'timely') throw refusal('timestamp_invalid')
  await recordKeyUse(db, key.id, key.last_used_at, clock.now())
  if (!key.is_allowed_here) throw refusal('address_not_allowed', { address })
  if (!key.permissions.includes(permission)) throw refusal('permission_missing')
  return { partnerId: key.partner_id, keyId: key.id, address }
}

/** See draft-ietf-httpapi-ratelimit-headers. */
function setRateLimitHeaders(reply: FastifyReply, limits: RateLimits, { left, resetS }: Allowance) {
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
  const [invalid] = unsignableParts(signed)
  if (invalid) throw refusal(invalid === 'timestamp' ? 'timestamp_invalid' : 'signature_invalid')
  return { keyId: read('cashbox-key'), signature, signed }
}

/** False when the ID was used before. */
async function claimRequestId(db: Database, clock: Clock, keyId: string, { id, timestamp }: SignedRequest) {
  const forgetAt = new Date(Math.max(clock.now().getTime(), Number(timestamp) * 1000) + KEEP_IDS_MS)
  const added = await db.execute(sql`
    insert into partner_request (key_id, request_id, forget_at) values (${keyId}, ${id}, ${forgetAt})
    on conflict do nothing`)
  return added > 0
}

export const unsignableParts = (request: SignedRequest) =>
  (Object.keys(lines) as (keyof typeof lines)[]).filter((part) => !lines[part].test(request[part]))

/** The body is last, because only the body can contain line breaks. */
export function signedText(request: SignedRequest, version: Version = 'v2'): string {
  const [invalid] = unsignableParts(request)
  if (invalid) throw new Error(`this ${invalid} can't be signed`)
  return [version, request.method, request.target, request.id, request.timestamp, request.body].join('\n')
}

export const signRequest = (secret: string, request: SignedRequest): string =>
  `v2,${createHmac('sha256', signingKey(secret)).update(signedText(request)).digest('base64')}`

/** `given` may contain several signatures, for example of an old and a new secret. */
export function isSignedBy({ secret, publicKey }: Checks, request: SignedRequest, given: string): boolean {
  const expected = signRequest(secret ?? NOBODYS.secret, request)
  const text = signedText(request, 'v2a')
  return given
    .split(' ', MOST_SIGNATURES)
    .some((signature) =>
      signature.startsWith('v2a,')
        ? isSignedEd25519(publicKey ?? NOBODYS.publicKey, text, signature.slice('v2a,'.length))
        : isSameSecret(signature, expected),
    )
}

/** Version 1 did not cover method, path and query. */
const isOutdated = (given: string): boolean => given.split(' ').every((signature) => signature.startsWith('v1,'))

/** A copy of an early request could be sent again in time, so its ID is stored until then, for a day at most. */
export function ageOf({ timestamp }: SignedRequest, now: Date): 'timely' | 'early' | 'never timely' {
  const leadS = Number(timestamp) - now.getTime() / 1000
  if (leadS < -TOLERANCE_S || leadS > EARLIEST_S) return 'never timely'
  return leadS > TOLERANCE_S ? 'early' : 'timely'
}

/** A copy of a forgotten request is refused because of its timestamp. */
export const forgetOldRequests = (db: Database, clock: Clock) =>
  db.execute(sql`delete from partner_request where forget_at < ${clock.now()}`)
