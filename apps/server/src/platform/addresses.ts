import { isIP, SocketAddress } from 'node:net'

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([^:]*):\d{1,5}$/
const ZONE = /%.*$/
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** Normalises an IP address: without port, brackets and zone. Null when the text is no address. */
export function parseAddress(text: string | undefined): string | null {
  if (text !== undefined && isIP(text) === 4) return text
  const written = (text ?? '').trim()
  const bare = (BRACKETED.exec(written)?.[1] ?? WITH_PORT.exec(written)?.[1] ?? written).replace(ZONE, '')
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : null
  const address = new SocketAddress({ address: bare, family: 'ipv6' }).address
  return MAPPED.exec(address)?.[1] ?? address
}

/** An IPv6 customer usually has a whole /64, and a site, such as an office or a rented server, a /48. */
export function rangesOf(address: string): { readonly range: string; readonly site: string | null } {
  const parsed = parseAddress(address)
  if (parsed === null || isIP(parsed) !== 6) return { range: parsed ?? address, site: null }
  const groups = groupsOf(parsed)
  return { range: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` }
}

/** About one provider and region: a phone's address changes within it from day to day. */
export function wideRangeOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return address
  if (isIP(parsed) === 4) return parsed.split('.').slice(0, 2).join('.')
  return groupsOf(parsed).slice(0, 2).join(':')
}

/** The eight groups of a normalised IPv6 address; an IPv4 tail is never among the first four. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}
