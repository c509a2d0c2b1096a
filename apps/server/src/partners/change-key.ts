import type * as contract from '@cashbox/contract/operator'
import { col, query, sql } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../access/admit-operator.ts'
import { formatRanges, readRanges, storedRanges } from '../access/partner-keys.ts'
import { type InputOfChange, refuseStale } from '../approvals/kinds.ts'
import { DAY_MS } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import * as keys from './keys.ts'
import { type PartnerRow, partnerChange, withLockedPartner } from './partner.ts'
import { createSecretLink } from './secret-link.ts'

/** The key can't be used until the partner has opened the link and a second admin has approved the key. */
export const createPartnerKey = (services: Services, request: OperatorRequest<typeof contract.createPartnerKey>) =>
  withLockedPartner(services, request, async (tx, partner, context) => {
    const { permissions, address_ranges } = request.input
    const input = { permissions: [...new Set(permissions)], address_ranges, isActive: false }
    const key = await keys.createPartnerKey(tx, services.keyring, partner, input, context)
    const link = await createSecretLink(tx, services.config, { partnerId: partner.id, keyId: key.id }, context.at)
    return { key_id: key.id, link }
  })

const keySubject = ({ name }: PartnerRow, id: string) => ({ kind: 'partner_key', id, name: `${name}, ${id}` })

/** The second admin sees when and where the secret was opened, and asks the partner whether that is true. */
export const activateKey = partnerChange<InputOfChange<'partner_key'>>(
  'partner.activate-key',
  async (tx, partner, { key_id }, { at }) => {
    const key = partner.keys.find(({ id }) => id === key_id)
    if (!key || key.disabled_at !== null || key.activated_at !== null) throw refusal('not_found')
    if (!key.link?.opened_at) throw refusal('secret_not_opened')
    await tx.execute(sql`update partner_key set activated_at = ${at} where id = ${key_id}`)
    const after = {
      partner: partner.name,
      permissions: key.permissions.join(', '),
      address_ranges: formatRanges(key.address_ranges),
      opened_at: key.link.opened_at,
      opened_from: key.link.opened_from,
      ...(key.public_key !== null && { public_key: key.public_key }),
    }
    return {
      subject: keySubject(partner, key_id),
      before: null,
      after,
      needsApproval: ['permissions', 'address_ranges'],
    }
  },
)

/** At once, or after some days in which the partner can switch keys. A later end than before needs a second admin. */
export const endKey = partnerChange<InputOfChange<'partner_key_expiry'>>(
  'partner.disable-key',
  async (tx, partner, { key_id, in_days, version }, context) => {
    const isCurrent = partner.version === version
    if (in_days === undefined) {
      refuseStale(context, isCurrent, {})
      const isOwn = partner.keys.some(({ id }) => id === key_id)
      if (!isOwn || !(await keys.disableKey(tx, key_id, context.at))) throw refusal('not_found')
      return { before: { key_id, disabled_at: null }, after: { key_id, disabled_at: context.at }, needsApproval: [] }
    }
    const [key] = await query(tx, { expires_at: col.nullable(col.timestamptz) })`
      select expires_at from partner_key
      where id = ${key_id} and partner_id = ${partner.id} and disabled_at is null and activated_at is not null
        and (expires_at is null or expires_at > ${context.at})`
    refuseStale(context, isCurrent, { expires_at: key?.expires_at ?? null })
    if (!key) throw refusal('not_found')
    // The second admin approves the day that was requested.
    const from = context.request?.requested_at ?? context.at
    const expiresAt = new Date(from.getTime() + in_days * DAY_MS)
    await tx.execute(sql`update partner_key set expires_at = ${expiresAt} where id = ${key_id}`)
    return {
      before: { key_id, expires_at: key.expires_at },
      after: { key_id, expires_at: expiresAt },
      needsApproval: key.expires_at !== null && expiresAt > key.expires_at ? ['expires_at'] : [],
    }
  },
)

export const setKeyRanges = partnerChange<InputOfChange<'partner_key_ranges'>>(
  'partner.set-key-ranges',
  async (tx, partner, input, context) => {
    const key = partner.keys.find(({ id }) => id === input.key_id)
    // The request for a new key shows its address ranges, so they can't change before it is approved.
    if (!key || key.disabled_at !== null || key.activated_at === null) throw refusal('not_found')
    const address_ranges = await readRanges(tx, input.address_ranges)
    const [before, after] = [
      { address_ranges: formatRanges(key.address_ranges) },
      { address_ranges: formatRanges(address_ranges) },
    ]
    refuseStale(context, partner.version === input.version, before)
    if (before.address_ranges === after.address_ranges) throw refusal('ranges_unchanged')
    await tx.execute(
      sql`update partner_key set address_ranges = ${storedRanges(address_ranges)}::cidr[] where id = ${key.id}`,
    )
    return { subject: keySubject(partner, key.id), before, after, needsApproval: ['address_ranges'] }
  },
)
