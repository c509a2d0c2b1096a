import { languageOf } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import { parseAddress } from '../addresses.ts'
import type { Caller } from '../sessions.ts'

const USER_AGENT_LENGTH = 500
const FORWARDED = 'x-forwarded-for'

/** Where a request comes from, and the language it asks for. */
export const callerOf = (request: FastifyRequest): Caller => ({
  ip: addressOfCaller(request),
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  language: languageOfRequest(request),
})

/** The one reader of a caller's address: everything that counts, stores or compares addresses takes it from here. */
export const addressOfCaller = ({ ip, socket }: FastifyRequest): string =>
  parseAddress(ip) ?? parseAddress(socket.remoteAddress) ?? '0.0.0.0'

/**
 * Writes the addresses that proxies passed on in their plain form. What stands left of an entry that is no address can't be
 * trusted, because the caller may have written it; so the list begins after such an entry.
 */
export function tidyForwarded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const header = headers[FORWARDED]
  if (header === undefined) return
  const entries = String(header)
    .split(',')
    .map((entry) => parseAddress(entry))
  const known = entries.slice(entries.lastIndexOf(null) + 1)
  if (known.length > 0) headers[FORWARDED] = known.join(', ')
  else delete headers[FORWARDED]
}

export const languageOfRequest = ({ headers }: FastifyRequest) => {
  const header = headers['x-language']
  return languageOf(Array.isArray(header) ? header[0] : header)
}
