import type { Endpoint } from '@cashbox/contract'

/** Path and query of a call, and what is left for its body. A part of the path with a colon is a field of the input. */
export function addressOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: object) {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  if (method === 'POST') return { path: filled, body: Object.fromEntries(fields) }
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== null) query.append(name, String(item))
  }
  return { path: query.size === 0 ? filled : `${filled}?${query.toString()}`, body: null }
}
