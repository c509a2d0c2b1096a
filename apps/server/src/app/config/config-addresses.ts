const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', '::1', ''])

/** The parameter `host` of a database's address wins over the host in front; a path is a socket in a folder. */
export function isOnThisMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = lastOf(searchParams, 'host') ?? hostname
  return host.startsWith('/') || LOCAL_HOSTS.has(host)
}

/** Of a parameter that is named twice, the database's driver takes the last. */
const lastOf = (parameters: URLSearchParams, name: string) => parameters.getAll(name).at(-1)

/** With `uselibpqcompat` all modes but `verify-full` would take a certificate without checking it. */
export const isEncrypted = (url: string, modes: readonly string[]) => {
  const { searchParams } = new URL(url)
  const mode = lastOf(searchParams, 'sslmode') ?? ''
  return (
    isOnThisMachine(url) || (modes.includes(mode) && (mode === 'verify-full' || !searchParams.has('uselibpqcompat')))
  )
}
