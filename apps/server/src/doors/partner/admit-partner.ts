import type { PartnerPermission } from '@cashbox/contract/partner'
import type { FastifyRequest } from 'fastify'
import { findKey } from '../../domain/partners/find-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Admit } from '../../platform/http/bind-api.ts'
import { addressOfCaller } from '../../platform/http/caller.ts'
import { type Route, routeFor } from '../../platform/http/route.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { refusal } from '../../platform/refusal.ts'
import { isSignedBy, isTimely, newSigningSecret } from '../../platform/standard-webhooks.ts'

/** The partner behind a call. */
export interface Partner {
  readonly playerServiceId: string
  readonly keyId: string
}

export interface PartnerContexts {
  readonly partner: { readonly partner: Partner }
}

export type PartnerRoute = Route<PartnerContexts>
export const route = routeFor<PartnerContexts>()

export interface AdmitServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly secret: string
}

// An unknown key costs as much as a known one.
const NOBODYS_SECRET = newSigningSecret()
const ID = /^[\x21-\x7e]{1,200}$/

export const admitPartner =
  (services: AdmitServices): Admit<PartnerPermission, PartnerContexts> =>
  async ({ who, request, body }) => ({ partner: await admitSigned(services, who, request, body) })

/**
 * Asks for a signature by a key that has this right. An unknown key and a wrong signature look the same. The id is taken
 * last, so that a request which was refused can be sent again.
 */
export async function admitSigned(
  { db, clock, limits, secret }: AdmitServices,
  right: PartnerPermission,
  request: FastifyRequest,
  body: string,
): Promise<Partner> {
  const address = addressOfCaller(request)
  await limits.check('partner-address', address)
  const { keyId, id, timestamp, signature } = readHeaders(request)
  const key = await findKey(db, secret, keyId, address)
  const isSigned = isSignedBy(key?.secret ?? NOBODYS_SECRET, { id, timestamp, body }, signature)
  if (!key || !isSigned) {
    await limits.note('partner-address', address)
    throw refusal('signature_invalid')
  }
  if (!isTimely(timestamp, clock.now())) throw refusal('timestamp_invalid')
  if (!key.isAllowedHere) throw refusal('network_not_allowed')
  if (!key.permissions.includes(right)) throw refusal('permission_missing')
  await limits.spend('partner-key', key.id)
  await takeOnce(db, clock, key.id, id)
  return { playerServiceId: key.playerServiceId, keyId: key.id }
}

function readHeaders({ headers }: FastifyRequest) {
  const read = (name: string) => {
    const value = headers[name]
    if (typeof value !== 'string' || value === '') throw refusal('signature_invalid')
    return value
  }
  const id = read('webhook-id')
  if (!ID.test(id)) throw refusal('signature_invalid')
  const timestamp = read('webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) throw refusal('timestamp_invalid')
  return { id, timestamp: Number(timestamp), keyId: read('cashbox-key'), signature: read('webhook-signature') }
}

async function takeOnce(db: Database, clock: Clock, keyId: string, id: string) {
  const added = await db.execute(sql`
    insert into partner_request (key_id, request_id, received_at) values (${keyId}, ${id}, ${clock.now()})
    on conflict do nothing`)
  if (added === 0) throw refusal('request_replayed')
}
