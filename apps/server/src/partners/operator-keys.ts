import type { ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import type { OperatorRequest } from '../access/admit-operator.ts'
import { formatNetworks, readNetworks, storedNetworks } from '../access/partner-keys.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { auditChange, type ChangeHandler, refuseStale } from '../approvals/kinds.ts'
import { col, sql } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import * as keys from './keys.ts'
import { lockPartner, readPartner, withLockedPartner } from './partner.ts'
import { createSecretLink } from './secret-link.ts'

type CreateRequest = OperatorRequest<ParsedInputOf<typeof contract.createPartnerKey>>
type ActivateInput = ParsedInputOf<typeof contract.activatePartnerKey>
type NetworksInput = ParsedInputOf<typeof contract.setPartnerKeyNetworks>
type DisableInput = ParsedInputOf<typeof contract.disablePartnerKey>

const DAY_MS = 24 * 60 * 60 * 1000

/** The key can't be used until the partner has opened the link and a second admin has approved the key. */
export const createPartnerKey = (services: Services, request: CreateRequest) =>
  withLockedPartner(services, request, async (tx, partner, context) => {
    const { permissions, networks } = request.input
    const input = { permissions: [...new Set(permissions)], networks, isActive: false }
    const key = await keys.createPartnerKey(tx, services.keyring, partner, input, context)
    const link = await createSecretLink(tx, services.config, { playerServiceId: partner.id, keyId: key.id }, context.at)
    return { key_id: key.id, link }
  })

export async function activatePartnerKey(services: Services, { input, actor }: OperatorRequest<ActivateInput>) {
  const change = { kind: 'partner_key', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, activateKey)
  return { partner: await readPartner(services.db, input.code), request }
}

/** The second admin sees when and where the secret was opened, and asks the partner whether that is true. */
export const activateKey: ChangeHandler<ActivateInput> = async (tx, { code, key_id, reason }, context) => {
  const partner = await lockPartner(tx, code)
  const key = partner.keys.find(({ id }) => id === key_id)
  if (!key || key.disabled_at !== null || key.activated_at !== null) throw refusal('not_found')
  if (!key.link?.opened_at) throw refusal('secret_not_opened')
  await tx.execute(sql`update partner_key set activated_at = ${context.at} where id = ${key_id}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key_id, name: `${partner.name}, ${key_id}` }
  const after = {
    partner: partner.name,
    permissions: key.permissions.join(', '),
    networks: formatNetworks(key.networks),
    opened_at: key.link.opened_at,
    opened_from: key.link.opened_from,
    ...(key.public_key !== null && { public_key: key.public_key }),
  }
  const change = { action: 'partner.activate-key', reason, subject, before: null, after } as const
  return auditChange(tx, context, { ...change, needsApproval: ['permissions', 'networks'] })
}

export async function disablePartnerKey(services: Services, { input, actor }: OperatorRequest<DisableInput>) {
  const change = { kind: 'partner_key_expiry', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, endKey)
  return { partner: await readPartner(services.db, input.code), request }
}

/** At once, or after some days in which the partner can switch keys. A later end than before needs a second admin. */
export const endKey: ChangeHandler<DisableInput> = async (tx, input, context) => {
  const { key_id, in_days, reason } = input
  const partner = await lockPartner(tx, input.code)
  const subject = { ...keys.partnerSubject(partner.code), name: partner.name }
  if (in_days === undefined) {
    refuseStale(context, partner.version === input.version, {})
    const { actor, at } = context
    if (!(await keys.disablePartnerKey(tx, partner, key_id, { actor, at, reason }))) throw refusal('not_found')
    return { subject, before: null, after: null, needsApproval: [] }
  }
  const [key] = await tx.query(
    sql`
      select expires_at from partner_key
      where id = ${key_id} and player_service_id = ${partner.id} and disabled_at is null and activated_at is not null
        and (expires_at is null or expires_at > ${context.at})`,
    { expires_at: col.nullable(col.timestamptz) },
  )
  refuseStale(context, partner.version === input.version, { expires_at: key?.expires_at ?? null })
  if (!key) throw refusal('not_found')
  // The second admin approves the day that was requested.
  const from = context.request?.requested_at ?? context.at
  const expiresAt = new Date(from.getTime() + in_days * DAY_MS)
  await tx.execute(sql`update partner_key set expires_at = ${expiresAt} where id = ${key_id}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  return auditChange(tx, context, {
    action: 'partner.disable-key',
    subject,
    reason,
    before: { key_id, expires_at: key.expires_at },
    after: { key_id, expires_at: expiresAt },
    needsApproval: key.expires_at !== null && expiresAt > key.expires_at ? ['expires_at'] : [],
  })
}

export async function setPartnerKeyNetworks(services: Services, { input, actor }: OperatorRequest<NetworksInput>) {
  const change = { kind: 'partner_key_networks', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, setKeyNetworks)
  return { partner: await readPartner(services.db, input.code), request }
}

export const setKeyNetworks: ChangeHandler<NetworksInput> = async (tx, input, context) => {
  const partner = await lockPartner(tx, input.code)
  const key = partner.keys.find(({ id }) => id === input.key_id)
  // The request for a new key shows its networks, so they can't change before it is approved.
  if (!key || key.disabled_at !== null || key.activated_at === null) throw refusal('not_found')
  const networks = await readNetworks(tx, input.networks)
  const [before, after] = [{ networks: formatNetworks(key.networks) }, { networks: formatNetworks(networks) }]
  refuseStale(context, partner.version === input.version, before)
  if (before.networks === after.networks) throw refusal('networks_unchanged')
  await tx.execute(sql`update partner_key set networks = ${storedNetworks(networks)}::cidr[] where id = ${key.id}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key.id, name: `${partner.name}, ${key.id}` }
  const change = { action: 'partner.set-key-networks', reason: input.reason, subject, before, after } as const
  return auditChange(tx, context, { ...change, needsApproval: ['networks'] })
}
