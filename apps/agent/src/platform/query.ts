/** Arrays are sent as repeated keys; what is undefined is not sent. */
export function queryOf(input: unknown): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(key, String(item))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
