import { randomBytes } from 'node:crypto'
import type { PartnerRight } from '@cashbox/contract/partner'
import { bool, int4, text, textArray, uuid } from '../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import { seal, unseal } from '../../platform/secrets.ts'
import { newSigningSecret } from '../../platform/standard-webhooks.ts'

const LIVE_KEYS = 2

export interface NewKey {
  readonly playerServiceId: string
  readonly rights: readonly PartnerRight[]
  /** Networks that may use it, such as 203.0.113.0/24; any when there are none. */
  readonly networks?: readonly string[]
  readonly at: Date
}

/** Gives a partner a key. The secret is known here for the last time. Two keys can live at a time. */
export async function addKey(tx: Tx, serverSecret: string, key: NewKey): Promise<{ id: string; secret: string }> {
  // Whoever else adds a key to this partner waits.
  await tx.execute(sql`select 1 from player_service where id = ${key.playerServiceId} for update`)
  const used = await tx.query(
    sql`select slot from partner_key where player_service_id = ${key.playerServiceId} and disabled_at is null`,
    { slot: int4 },
  )
  if (used.length >= LIVE_KEYS) throw refusal('keys_full')
  const slot = used[0]?.slot === 1 ? 2 : 1
  const id = `pk_${randomBytes(9).toString('base64url')}`
  const secret = newSigningSecret()
  const networks = key.networks && key.networks.length > 0 ? `{${key.networks.join(',')}}` : null
  const sealed = seal(serverSecret, secret)
  await tx
    .execute(sql`
      insert into partner_key (id, player_service_id, slot, secret, rights, networks, created_at)
      values (${id}, ${key.playerServiceId}, ${slot}, ${sealed}, ${`{${key.rights.join(',')}}`}::text[],
        ${networks}::cidr[], ${key.at})`)
    .catch((error: unknown) => {
      throw isNoNetwork(error) ? invalidFields({ networks: [{ code: 'invalid' }] }) : error
    })
  return { id, secret }
}

/** PostgreSQL knows best what is a network: 203.0.113.5/24 is an address in one. */
const isNoNetwork = (error: unknown) => error instanceof Error && 'code' in error && error.code === '22P02'

/** True when it was live until now. */
export async function disableKey(db: Queryable, id: string, at: Date): Promise<boolean> {
  const disabled = await db.execute(
    sql`update partner_key set disabled_at = ${at} where id = ${id} and disabled_at is null`,
  )
  return disabled > 0
}

export interface LiveKey {
  readonly id: string
  readonly playerServiceId: string
  readonly secret: string
  readonly rights: readonly string[]
  /** Whether this address may use it. */
  readonly isAllowedHere: boolean
}

/** A key that opens something: live, and of a partner that is not switched off. */
export async function findKey(
  db: Queryable,
  serverSecret: string,
  id: string,
  address: string,
): Promise<LiveKey | null> {
  const [row] = await db.query(
    sql`
      select key.id, key.player_service_id, key.secret, key.rights,
             networks is null or exists (select 1 from unnest(networks) as n where ${address}::inet <<= n) as is_allowed_here
      from partner_key as key join player_service as service on service.id = key.player_service_id
      where key.id = ${id} and key.disabled_at is null and service.disabled_at is null`,
    { id: text, player_service_id: uuid, secret: text, rights: textArray, is_allowed_here: bool },
  )
  if (!row) return null
  return {
    id: row.id,
    playerServiceId: row.player_service_id,
    secret: unseal(serverSecret, row.secret),
    rights: row.rights,
    isAllowedHere: row.is_allowed_here,
  }
}
