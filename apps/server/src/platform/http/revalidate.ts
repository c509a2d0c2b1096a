import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends what the reader may keep but has to ask about each time; 304 when they have it already. */
export const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
  sendTagged(request, reply.header('cache-control', 'no-cache'), body)

/**
 * Sends a body with its tag; 304 when the reader has named that tag.
 * The tag is weak, because compression changes the bytes and not what they say.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.header('etag', `W/${tag}`)
  const isKnown = request.headers['if-none-match']?.includes(tag) ?? false
  return isKnown ? reply.code(304).send() : reply.send(body)
}
