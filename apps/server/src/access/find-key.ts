import { bool, nullable, text, textArray, timestamptz, uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

interface LiveKey {
  readonly id: string
  readonly playerServiceId: string
  readonly secret: string
  readonly permissions: readonly string[]
  readonly lastUsedAt: Date | null
  /** Whether this address may use it. */
  readonly isAllowedHere: boolean
}

interface Caller {
  readonly address: string
  readonly now: Date
}

/** A key that opens something: approved, not disabled or expired, and of a partner that is not switched off. */
export async function findKey(
  db: Queryable,
  keyring: Keyring,
  id: string,
  { address, now }: Caller,
): Promise<LiveKey | null> {
  const [row] = await db.query(
    sql`
      select key.id, key.player_service_id, key.secret, key.permissions, key.last_used_at,
             networks is null or exists (select 1 from unnest(networks) as n where ${address}::inet <<= n) as is_allowed_here
      from partner_key as key join player_service as service on service.id = key.player_service_id
      where key.id = ${id} and key.disabled_at is null and key.activated_at is not null
        and (key.expires_at is null or key.expires_at > ${now}) and service.disabled_at is null`,
    {
      id: text,
      player_service_id: uuid,
      secret: text,
      permissions: textArray,
      last_used_at: nullable(timestamptz),
      is_allowed_here: bool,
    },
  )
  if (!row) return null
  return {
    id: row.id,
    playerServiceId: row.player_service_id,
    secret: keyring.open(row.secret, `partner_key.secret ${row.id}`),
    permissions: row.permissions,
    lastUsedAt: row.last_used_at,
    isAllowedHere: row.is_allowed_here,
  }
}
