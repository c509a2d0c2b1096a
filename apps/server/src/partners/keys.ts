import { randomBytes } from 'node:crypto'
import { MOST_LIVE_KEYS, type PartnerPermission } from '@cashbox/contract/partner'
import { type Actor, writeAudit } from '../access/audit.ts'
import { readNetworks, storedNetworks } from '../access/partner-keys.ts'
import { int4, nullable, type Queryable, sql, type Tx, timestamptz } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'

interface NewKey {
  readonly playerServiceId: string
  readonly permissions: readonly PartnerPermission[]
  /** Networks that may use it, such as 203.0.113.0/24; any when there are none. */
  readonly networks?: readonly string[]
  /** False: it opens nothing until a second operator approves it. */
  readonly isActive: boolean
  readonly at: Date
}

interface AuditedKey {
  readonly permissions: readonly PartnerPermission[]
  readonly networks: readonly string[]
  readonly isActive: boolean
}

/** Who does it, why, and when: in the console or at the command line, it is written down alike. */
export interface Doing {
  readonly actor: Actor
  readonly at: Date
  readonly reason: string | null
}

/** A partner that is being changed. */
export interface ChangedPartner {
  readonly id: string
  readonly code: string
}

/** Gives a partner a key. The secret is known here for the last time. Two keys can live at a time. */
export async function addKey(tx: Tx, keyring: Keyring, key: NewKey): Promise<{ id: string; secret: string }> {
  // Others who add a key to this partner wait.
  await tx.execute(sql`select 1 from player_service where id = ${key.playerServiceId} for update`)
  await disableExpiredKeys(tx, key.at)
  const used = await tx.query(
    sql`select slot from partner_key where player_service_id = ${key.playerServiceId} and disabled_at is null`,
    { slot: int4 },
  )
  if (used.length >= MOST_LIVE_KEYS) throw refusal('key_limit_reached')
  const slot = used[0]?.slot === 1 ? 2 : 1
  const id = `pk_${randomBytes(9).toString('base64url')}`
  const secret = newSigningSecret()
  const networks = await readNetworks(tx, key.networks ?? [])
  const sealed = keyring.seal(secret, `partner_key.secret ${id}`)
  await tx.execute(sql`
    insert into partner_key (id, player_service_id, slot, secret, permissions, networks, created_at, activated_at)
    values (${id}, ${key.playerServiceId}, ${slot}, ${sealed}, ${`{${key.permissions.join(',')}}`}::text[],
      ${storedNetworks(networks)}::cidr[], ${key.at}, ${key.isActive ? key.at : null})`)
  return { id, secret }
}

/** The secret is known here for the last time. */
export async function givePartnerKey(
  tx: Tx,
  keyring: Keyring,
  partner: ChangedPartner,
  { permissions, networks, isActive }: AuditedKey,
  doing: Doing,
): Promise<{ id: string; secret: string }> {
  const key = await addKey(tx, keyring, { playerServiceId: partner.id, permissions, networks, isActive, at: doing.at })
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.add-key',
    subject: partnerSubject(partner.code),
    after: { key_id: key.id, permissions, networks, is_active: isActive },
  })
  return key
}

/** True when it was live until now. */
export async function disableKey(db: Queryable, id: string, at: Date): Promise<boolean> {
  const disabled = await db.execute(
    sql`update partner_key set disabled_at = ${at} where id = ${id} and disabled_at is null`,
  )
  return disabled > 0
}

/** An expired key opens nothing; this also makes room for another one. */
export const disableExpiredKeys = (db: Queryable, now: Date) =>
  db.execute(sql`
    update partner_key set disabled_at = expires_at where expires_at <= ${now} and disabled_at is null`)

/**
 * Lets a key work until a later moment, so that the partner can change to its newer one. False when the partner has no such
 * key, or it has expired: to bring one back takes two admins, as a new one does.
 */
export async function letKeyExpire(
  tx: Tx,
  partner: ChangedPartner,
  { keyId, expiresAt }: { readonly keyId: string; readonly expiresAt: Date },
  doing: Doing,
): Promise<boolean> {
  const [key] = await tx.query(
    sql`
      select expires_at from partner_key
      where id = ${keyId} and player_service_id = ${partner.id} and disabled_at is null and activated_at is not null
        and (expires_at is null or expires_at > ${doing.at})`,
    { expires_at: nullable(timestamptz) },
  )
  if (!key) return false
  await tx.execute(sql`update partner_key set expires_at = ${expiresAt} where id = ${keyId}`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.disable-key',
    subject: partnerSubject(partner.code),
    before: { key_id: keyId, expires_at: key.expires_at },
    after: { key_id: keyId, expires_at: expiresAt },
  })
  return true
}

/** False when the partner has no such key, or no longer. */
export async function takePartnerKey(tx: Tx, partner: ChangedPartner, keyId: string, doing: Doing): Promise<boolean> {
  const owned = await tx.execute(
    sql`select 1 from partner_key where id = ${keyId} and player_service_id = ${partner.id}`,
  )
  if (owned === 0 || !(await disableKey(tx, keyId, doing.at))) return false
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.disable-key',
    subject: partnerSubject(partner.code),
    before: { key_id: keyId, disabled_at: null },
    after: { key_id: keyId, disabled_at: doing.at },
  })
  return true
}

export const partnerSubject = (code: string) => ({ kind: 'partner', id: code })
