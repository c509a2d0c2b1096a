import type { Language } from '@cashbox/contract'
import type { PartnerPermission } from '@cashbox/contract/partner'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Admit, type Route, routeFor } from '../platform/http/bind-api.ts'
import { addressOfCaller, languageOfRequest } from '../platform/http/read-headers.ts'
import { noteCaller } from '../platform/http/request-facts.ts'
import type { Allowance, RateLimits } from '../platform/rate-limits.ts'
import { Refusal, refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'
import { findKey } from './find-key.ts'
import { noteKeyUse } from './note-key-use.ts'
import { ageOf, isOutdated, isSignedBy, type SignedRequest, unsignableParts } from './request-signature.ts'

/** The partner behind a call. */
export interface Partner {
  readonly playerServiceId: string
  readonly keyId: string
}

export interface PartnerContexts {
  readonly partner: { readonly partner: Partner; readonly language: Language }
}

export type PartnerRoute = Route<PartnerContexts>
export const route = routeFor<PartnerContexts>()

export interface AdmitServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly keyring: Keyring
}

// An unknown key costs as much as a known one.
const UNKNOWN_KEY_SECRET = newSigningSecret()
/** IDs are kept for this long after the timestamp of their request. */
const IDS_KEPT_MS = 60 * 60 * 1000

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** As it was sent. */
  readonly body: string
}

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
  showAllowance(
    reply,
    limits,
    await limits.spend('partner-key', key.id).catch((error: unknown) => {
      if (error instanceof Refusal)
        showAllowance(reply, limits, { left: 0, resetS: Number(error.reason.values?.['seconds'] ?? 0) })
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
function showAllowance(reply: FastifyReply, limits: RateLimits, { left, resetS }: Allowance) {
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
