import { isIP } from 'node:net'
import { parseAddress } from '../platform/addresses.ts'
import {
  bool,
  nullable,
  type Queryable,
  sql,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
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

const NOTED_EVERY_MS = 60_000

const WRITTEN = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i

/** IPv4 within IPv6 is ::ffff:0:0/96. */
const MAPPED_BITS = 96

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

/** Once a minute is enough to see whether a key is in use, and costs a busy partner nothing. */
export async function noteKeyUse(db: Queryable, keyId: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return
  await db.execute(sql`update partner_key set last_used_at = ${now} where id = ${keyId}`)
}

/** Networks in their one written form, each once. Refuses what is no network, and what would let every address in. */
export async function readNetworks(db: Queryable, written: readonly string[]): Promise<string[]> {
  const read = await db.query(
    sql`
      select wish, host(wish::inet) as address, network(wish::inet)::text as network,
             host(wish::inet) = host(network(wish::inet)) as is_network
      from unnest(${`{${written.map(readNetwork).join(',')}}`}::text[]) with ordinality as wishes (wish, place) order by place`,
    { wish: text, address: text, network: text, is_network: bool },
  )
  for (const { wish, address, network, is_network } of read) {
    if (!is_network) throw refusal('network_has_host_bits', { written: wish, network, address })
  }
  return [...new Set(read.map(({ network }) => network))]
}

/** Address and size. A caller's IPv4 address in IPv6 form is taken for IPv4, so the same is done with its network. */
function readNetwork(network: string): string {
  const [, written = '', bits] = WRITTEN.exec(network) ?? []
  const version = isIP(written)
  const longest = version === 4 ? 32 : 128
  const size = bits === undefined ? longest : Number(bits)
  if (version === 0 || size > longest) throw refusal('network_invalid', { network })
  const address = parseAddress(written) ?? written
  const isMapped = version === 6 && isIP(address) === 4
  if (isMapped && size < MAPPED_BITS) throw refusal('network_invalid', { network })
  const ownSize = isMapped ? size - MAPPED_BITS : size
  if (ownSize === 0) throw refusal('network_too_wide', { network })
  return `${address}/${ownSize}`
}

/** As the database keeps them: null for any. */
export const storedNetworks = (networks: readonly string[]) =>
  networks.length === 0 ? null : `{${networks.join(',')}}`

/** As people read them in requests and in the audit. */
export const formatNetworks = (networks: readonly string[]) => networks.join(', ') || 'any'
