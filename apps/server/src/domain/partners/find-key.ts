import { bool, text, textArray, uuid } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Keyring } from '../../platform/keyring.ts'

interface LiveKey {
  readonly id: string
  readonly playerServiceId: string
  readonly secret: string
  readonly permissions: readonly string[]
  /** Whether this address may use it. */
  readonly isAllowedHere: boolean
}

/** A key that opens something: live, and of a partner that is not switched off. */
export async function findKey(db: Queryable, keyring: Keyring, id: string, address: string): Promise<LiveKey | null> {
  const [row] = await db.query(
    sql`
      select key.id, key.player_service_id, key.secret, key.permissions,
             networks is null or exists (select 1 from unnest(networks) as n where ${address}::inet <<= n) as is_allowed_here
      from partner_key as key join player_service as service on service.id = key.player_service_id
      where key.id = ${id} and key.disabled_at is null and service.disabled_at is null`,
    { id: text, player_service_id: uuid, secret: text, permissions: textArray, is_allowed_here: bool },
  )
  if (!row) return null
  return {
    id: row.id,
    playerServiceId: row.player_service_id,
    secret: keyring.open(row.secret),
    permissions: row.permissions,
    isAllowedHere: row.is_allowed_here,
  }
}
