import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cacheable, but the client has to revalidate it each time. */
export const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
  sendTagged(request, reply.header('cache-control', 'no-cache'), body)

/** Sends a body, or 304 when the client has it. The ETag is weak, because compression changes the bytes only. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.header('etag', `W/${tag}`)
  const isKnown = request.headers['if-none-match']?.includes(tag) ?? false
  return isKnown ? reply.code(304).send() : reply.send(body)
}
