import type { FastifyRequest } from 'fastify'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i

/** The token that a request was sent with; null when there is none that could be one. */
export const bearerOf = ({ headers }: FastifyRequest): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null
