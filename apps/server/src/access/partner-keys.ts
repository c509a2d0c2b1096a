import { isIP } from 'node:net'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import { parseAddress } from '../platform/addresses.ts'
import type { Log } from '../platform/log/log.ts'
import { refusal } from '../platform/refusal.ts'
import { hasPrivateKey } from '../platform/secrets/ed25519.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

const RECORD_EVERY_MS = 60_000

const RANGE = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i

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
           address_ranges is null or exists (select 1 from unnest(address_ranges) as n where ${address}::inet <<= n) as is_allowed_here
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

/** Canonical and without duplicates. Refuses invalid address ranges, and those that contain every address. */
export async function readRanges(db: Queryable, written: readonly string[]): Promise<string[]> {
  const read = await query(db, { input: col.text, address: col.text, range: col.text, is_range: col.bool })`
    select input, host(input::inet) as address, network(input::inet)::text as range,
           host(input::inet) = host(network(input::inet)) as is_range
    from unnest(${written.map(readRange)}::text[]) with ordinality as inputs (input, place) order by place`
  for (const { input, address, range, is_range } of read) {
    if (!is_range) throw refusal('range_has_host_bits', { written: input, range, address })
  }
  return [...new Set(read.map(({ range }) => range))]
}

/** Callers' IPv4-mapped addresses are read as IPv4, so address ranges are too. */
function readRange(range: string): string {
  const [, written = '', bits] = RANGE.exec(range) ?? []
  const version = isIP(written)
  const longest = version === 4 ? 32 : 128
  const size = bits === undefined ? longest : Number(bits)
  if (version === 0 || size > longest) throw refusal('range_invalid', { range })
  const address = parseAddress(written) ?? written
  const isMapped = version === 6 && isIP(address) === 4
  if (isMapped && size < MAPPED_BITS) throw refusal('range_invalid', { range })
  const ownSize = isMapped ? size - MAPPED_BITS : size
  if (ownSize === 0) throw refusal('range_too_wide', { range })
  return `${address}/${ownSize}`
}

/** Null for any range. */
export const storedRanges = (ranges: readonly string[]) => (ranges.length === 0 ? null : ranges)

export const formatRanges = (ranges: readonly string[]) => ranges.join(', ') || 'any'

/** Says at start which keys are refused although they are in use: an earlier version stored them. */
export async function warnOfForgeableKeys(db: Queryable, log: Log): Promise<void> {
  const keys = await query(db, { id: col.text, public_key: col.text })`
    select id, public_key from partner_key where public_key is not null and disabled_at is null order by id`
  for (const { id, public_key } of keys) {
    if (!hasPrivateKey(public_key)) {
      log.error(
        { key: id },
        'the public key of a partner has no private key, and is refused: give the partner a new one',
      )
    }
  }
}
