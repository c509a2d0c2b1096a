import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { writeAudit } from '../operators/audit.ts'
import { disableKey } from './disable-key.ts'
import { type ChangedPartner, type Doing, partnerSubject } from './doing.ts'

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
