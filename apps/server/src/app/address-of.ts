import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where this very process is reached from this machine. */
export function addressOf({ server }: FastifyInstance): string {
  const address = server.address() as AddressInfo | null
  if (!address) throw new Error('the sandbox is spoken to over HTTP, and this server does not listen')
  const { address: host, port } = address
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
