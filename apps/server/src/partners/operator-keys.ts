import type { ParsedInputOf } from '@cashbox/contract'
import type {
  activatePartnerKey as activatePartnerKeyCall,
  addPartnerKey as call,
  disablePartnerKey as disablePartnerKeyCall,
  setPartnerKeyNetworks as setPartnerKeyNetworksCall,
} from '@cashbox/contract/operator'
import { writeAudit } from '../access/audit.ts'
import { readNetworks, sayNetworks, storedNetworks } from '../access/partner-keys.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { sql, textArray } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { givePartnerKey, letKeyExpire, takePartnerKey } from './keys.ts'
import { lockPartner, onHeldPartner, type PartnerRow, readPartner } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'

type Input = ParsedInputOf<typeof activatePartnerKeyCall>

type KeyNetworksInput = ParsedInputOf<typeof setPartnerKeyNetworksCall>

const DAY_MS = 24 * 60 * 60 * 1000

/** The new key opens nothing before a second admin approves it. Only the admin who made it sees its secret. */
export async function addPartnerKey(services: PartnerServices, asked: Asked<ParsedInputOf<typeof call>>) {
  const { code, reason, networks } = asked.input
  const { key } = await onHeldPartner(services, asked, async (tx, partner, doing) => {
    const permissions = [...new Set(asked.input.permissions)]
    const wish = { permissions, networks, isActive: false }
    return { key: await givePartnerKey(tx, services.keyring, partner, wish, doing) }
  })
  const asking = { input: { code, reason, key_id: key.id }, actor: asked.actor }
  return { ...(await activatePartnerKey(services, asking)), key_id: key.id, secret: key.secret }
}

/** Asks a second admin to let a key open something. */
export async function activatePartnerKey(services: PartnerServices, { input, actor }: Asked<Input>) {
  const change = { kind: 'partner_key', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, activateKey)
  return { partner: await readPartner(services.db, input.code), request }
}

export const activateKey: Act<Input> = async (tx, { code, key_id, reason }, by) => {
  const partner = await lockPartner(tx, code)
  const [key] = await tx.query(
    sql`
      update partner_key set activated_at = ${by.at}
      where id = ${key_id} and player_service_id = ${partner.id} and disabled_at is null and activated_at is null
      returning permissions, coalesce(networks::text[], '{}') as networks`,
    { permissions: textArray, networks: textArray },
  )
  if (!key) throw refusal('not_found')
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key_id }
  const after = {
    partner: partner.name,
    permissions: key.permissions.join(', '),
    networks: sayNetworks(key.networks),
  }
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'partner.activate-key',
    subject,
    reason,
    after: { ...after, ...approvedAs(by) },
  })
  return { subject: { ...subject, name: `${partner.name}, ${key_id}` }, before: null, after, needsApproval: true }
}

/** At once, or in some days, while the partner changes to its other key. */
export const disablePartnerKey = (
  services: PartnerServices,
  asked: Asked<ParsedInputOf<typeof disablePartnerKeyCall>>,
) =>
  onHeldPartner(services, asked, async (tx, partner, doing) => {
    const { key_id: keyId, in_days: days } = asked.input
    const isDone =
      days === undefined
        ? await takePartnerKey(tx, partner, keyId, doing)
        : await letKeyExpire(tx, partner, { keyId, expiresAt: new Date(doing.at.getTime() + days * DAY_MS) }, doing)
    if (!isDone) throw refusal('not_found')
    return {}
  })

/** Asks a second admin for other networks of a key that is in use. */
export async function setPartnerKeyNetworks(services: PartnerServices, { input, actor }: Asked<KeyNetworksInput>) {
  const change = { kind: 'partner_key_networks', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, setKeyNetworks)
  return { partner: await readPartner(services.db, input.code), request }
}

export const setKeyNetworks: Act<KeyNetworksInput> = async (tx, input, by) => {
  const partner = await lockPartner(tx, input.code)
  const key = partner.keys.find(({ id }) => id === input.key_id)
  // The request for a new key shows its networks, so they stay until it is approved.
  if (!key || key.disabled_at !== null || key.activated_at === null) throw refusal('not_found')
  const networks = await readNetworks(tx, input.networks)
  const [before, after] = [{ networks: sayNetworks(key.networks) }, { networks: sayNetworks(networks) }]
  refuseStale(partner, before, input, by)
  if (before.networks === after.networks) throw refusal('networks_unchanged')
  await tx.execute(sql`update partner_key set networks = ${storedNetworks(networks)}::cidr[] where id = ${key.id}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const subject = { kind: 'partner_key', id: key.id }
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'partner.set-key-networks',
    subject,
    reason: input.reason,
    before,
    after: { ...after, ...approvedAs(by) },
  })
  return { subject: { ...subject, name: `${partner.name}, ${key.id}` }, before, after, needsApproval: true }
}

/** What else of the partner has changed since does not matter: approved networks take the place of those that were seen. */
function refuseStale(
  { version }: PartnerRow,
  { networks }: { networks: string },
  input: KeyNetworksInput,
  { request }: ChangeContext,
) {
  const isStale = request ? readSeen(request.before) !== networks : version !== input.version
  if (isStale) throw refusal('version_conflict')
}

const readSeen = (before: object | null): unknown => (before && 'networks' in before ? before.networks : null)
