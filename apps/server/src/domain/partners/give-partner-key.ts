import type { PartnerPermission } from '@cashbox/contract/partner'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { writeAudit } from '../operators/audit.ts'
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
