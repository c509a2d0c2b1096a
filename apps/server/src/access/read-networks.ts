import { isIP } from 'node:net'
import { parseAddress } from '../platform/addresses.ts'
import { bool, text } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'

const WRITTEN = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i
/** IPv4 within IPv6 is ::ffff:0:0/96. */
const MAPPED_BITS = 96

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
export const sayNetworks = (networks: readonly string[]) => networks.join(', ') || 'any'
