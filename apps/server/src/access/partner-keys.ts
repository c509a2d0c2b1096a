import { isIP } from 'node:net'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import { parseAddress } from '../platform/addresses.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

const RECORD_EVERY_MS = 60_000

const NETWORK = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i

/** IPv4-mapped IPv6 addresses are in ::ffff:0:0/96. */
const MAPPED_BITS = 96

/** Only a key that is approved, not disabled and not expired, of an enabled partner. */
export async function findKey(
  db: Queryable,
  keyring: Keyring,
  id: string,
  { address, now }: { readonly address: string; readonly now: Date },
) {
  const [row] = await query(db, {
    id: col.text,
    partner_id: col.uuid,
    secret: col.nullable(col.text),
    public_key: col.nullable(col.text),
    permissions: col.textArray,
    last_used_at: col.nullable(col.timestamptz),
    is_allowed_here: col.bool,
  })`
    select key.id, key.partner_id, key.secret, key.public_key, key.permissions, key.last_used_at,
           networks is null or exists (select 1 from unnest(networks) as n where ${address}::inet <<= n) as is_allowed_here
    from partner_key as key join partner on partner.id = key.partner_id
    where key.id = ${id} and key.disabled_at is null and key.activated_at is not null
      and (key.expires_at is null or key.expires_at > ${now}) and partner.disabled_at is null`
  return row ? { ...row, secret: row.secret && keyring.open(row.secret, `partner_key.secret ${row.id}`) } : null
}

/** At most once a minute, so that it costs a busy partner nothing. */
export async function recordKeyUse(db: Queryable, keyId: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < RECORD_EVERY_MS) return
  await db.execute(sql`update partner_key set last_used_at = ${now} where id = ${keyId}`)
}

/** Canonical and without duplicates. Refuses invalid networks, and those that contain every address. */
export async function readNetworks(db: Queryable, written: readonly string[]): Promise<string[]> {
  const read = await query(db, { input: col.text, address: col.text, network: col.text, is_network: col.bool })`
    select input, host(input::inet) as address, network(input::inet)::text as network,
           host(input::inet) = host(network(input::inet)) as is_network
    from unnest(${written.map(readNetwork)}::text[]) with ordinality as inputs (input, place) order by place`
  for (const { input, address, network, is_network } of read) {
    if (!is_network) throw refusal('network_has_host_bits', { written: input, network, address })
  }
  return [...new Set(read.map(({ network }) => network))]
}

/** Callers' IPv4-mapped addresses are read as IPv4, so networks are too. */
function readNetwork(network: string): string {
  const [, written = '', bits] = NETWORK.exec(network) ?? []
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

/** Null for any network. */
export const storedNetworks = (networks: readonly string[]) => (networks.length === 0 ? null : networks)

export const formatNetworks = (networks: readonly string[]) => networks.join(', ') || 'any'
