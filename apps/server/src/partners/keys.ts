import { randomBytes } from 'node:crypto'
import { MOST_LIVE_KEYS, type PartnerPermission } from '@cashbox/contract/partner'
import { col, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import { type AuditContext, writeAudit } from '../access/audit.ts'
import { readRanges, storedRanges } from '../access/partner-keys.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'

interface KeyInput {
  readonly permissions: readonly PartnerPermission[]
  /** Networks that may use the key, such as 203.0.113.0/24. Empty: any network. */
  readonly address_ranges?: readonly string[]
  /** False: the key can't be used until a second operator approves it. */
  readonly isActive: boolean
}

interface NewKey extends KeyInput {
  readonly partnerId: string
  /** The key that the partner itself replaces with this one. */
  readonly replaces?: string
  /** The partner's own Ed25519 key. The secret that is returned then belongs to nothing. */
  readonly publicKey?: string | null
  readonly at: Date
}

export interface PartnerRef {
  readonly id: string
  readonly code: string
}

/** The secret can't be read again later. */
export async function createPartnerKey(
  tx: Tx,
  keyring: Keyring,
  partner: PartnerRef,
  { permissions, address_ranges, isActive }: Required<KeyInput>,
  context: AuditContext,
): Promise<{ id: string; secret: string }> {
  const input = { partnerId: partner.id, permissions, address_ranges, isActive, at: context.at }
  const key = await insertPartnerKey(tx, keyring, input)
  await tx.execute(sql`update partner set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, context, partnerSubject(partner.code), 'partner.add-key', {
    after: { key_id: key.id, permissions, address_ranges, is_active: isActive },
  })
  return key
}

/** A partner can have two live keys. */
export async function insertPartnerKey(tx: Tx, keyring: Keyring, key: NewKey): Promise<{ id: string; secret: string }> {
  // The lock serialises key creation for one partner.
  await tx.execute(sql`select 1 from partner where id = ${key.partnerId} for no key update`)
  await disableExpiredKeys(tx, key.at)
  const used = await query(tx, { slot: col.int4 })`
    select slot from partner_key where partner_id = ${key.partnerId} and disabled_at is null`
  if (used.length >= MOST_LIVE_KEYS) throw refusal('key_limit_reached')
  const slot = used[0]?.slot === 1 ? 2 : 1
  const id = `pk_${randomBytes(9).toString('base64url')}`
  const secret = newSigningSecret()
  const address_ranges = await readRanges(tx, key.address_ranges ?? [])
  const { publicKey = null } = key
  const sealed = publicKey === null ? keyring.seal(secret, `partner_key.secret ${id}`) : null
  await tx.execute(sql`
    insert into partner_key (id, partner_id, slot, secret, public_key, permissions, address_ranges, created_at, activated_at,
      replaces)
    values (${id}, ${key.partnerId}, ${slot}, ${sealed}, ${publicKey}, ${key.permissions}::text[],
      ${storedRanges(address_ranges)}::cidr[], ${key.at}, ${key.isActive ? key.at : null}, ${key.replaces ?? null})`)
  return { id, secret }
}

/** True when the key was live. */
export async function disableKey(db: Queryable, id: string, at: Date): Promise<boolean> {
  const disabled = await db.execute(
    sql`update partner_key set disabled_at = ${at} where id = ${id} and disabled_at is null`,
  )
  return disabled > 0
}

/** An expired key can't be used anyway; disabling it frees its slot for a new key. */
export const disableExpiredKeys = (db: Queryable, now: Date) =>
  db.execute(sql`
    update partner_key set disabled_at = expires_at where expires_at <= ${now} and disabled_at is null`)

/** False when the partner has no such live key. */
export async function disablePartnerKey(tx: Tx, partner: PartnerRef, keyId: string, context: AuditContext) {
  const owned = await tx.execute(sql`select 1 from partner_key where id = ${keyId} and partner_id = ${partner.id}`)
  if (owned === 0 || !(await disableKey(tx, keyId, context.at))) return false
  await tx.execute(sql`update partner set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, context, partnerSubject(partner.code), 'partner.disable-key', {
    before: { key_id: keyId, disabled_at: null },
    after: { key_id: keyId, disabled_at: context.at },
  })
  return true
}

export const partnerSubject = (code: string) => ({ kind: 'partner', id: code })
