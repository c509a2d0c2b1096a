import { languageOf } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../sessions.ts'

const USER_AGENT_LENGTH = 500

/** Where a request comes from, and the language it asks for. */
export const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  language: languageOfRequest(request),
})

export const languageOfRequest = ({ headers }: FastifyRequest) => {
  const header = headers['x-language']
  return languageOf(Array.isArray(header) ? header[0] : header)
}
