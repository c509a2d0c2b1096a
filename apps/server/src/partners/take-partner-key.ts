import { writeAudit } from '../access/audit.ts'
import { nullable, timestamptz } from '../platform/database/columns.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { disableKey } from './disable-key.ts'
import { type ChangedPartner, type Doing, partnerSubject } from './doing.ts'

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
