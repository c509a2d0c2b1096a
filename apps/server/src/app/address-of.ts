import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where this very process is reached from this machine. */
export function addressOf({ server }: FastifyInstance): string {
  const address = server.address() as AddressInfo | null
  if (!address) throw new Error('the sandbox needs this server to listen on HTTP')
  const { address: host, port } = address
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
