import type { PartnerPermission } from '@cashbox/contract/partner'
import { writeAudit } from '../access/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { addKey } from './add-key.ts'
import { type ChangedPartner, type Doing, partnerSubject } from './doing.ts'

interface NewKey {
  readonly permissions: readonly PartnerPermission[]
  readonly networks: readonly string[]
  readonly isActive: boolean
}

/** The secret is known here for the last time. */
export async function givePartnerKey(
  tx: Tx,
  keyring: Keyring,
  partner: ChangedPartner,
  { permissions, networks, isActive }: NewKey,
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
