import { randomBytes } from 'node:crypto'
import { MOST_LIVE_KEYS, type PartnerPermission } from '@cashbox/contract/partner'
import { readNetworks, storedNetworks } from '../access/partner-keys.ts'
import { int4 } from '../platform/database/columns.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'
import { disableExpiredKeys } from './disable-expired-keys.ts'

interface NewKey {
  readonly playerServiceId: string
  readonly permissions: readonly PartnerPermission[]
  /** Networks that may use it, such as 203.0.113.0/24; any when there are none. */
  readonly networks?: readonly string[]
  /** False: it opens nothing until a second operator approves it. */
  readonly isActive: boolean
  readonly at: Date
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
