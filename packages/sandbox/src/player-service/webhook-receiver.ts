import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { PlayerService } from './player-service.ts'

/** Where Cashbox sends the player service its webhooks. */
export const webhookReceiver =
  (service: PlayerService): FastifyPluginAsync =>
  async (app) => {
    const stopping = new AbortController()
    app.addHook('preClose', async () => stopping.abort())
    // The signature is over the bytes that were sent.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    app.post('/webhooks', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const { status, delayMs, retryAfterS } = await service.receive(request.headers, body)
      if (delayMs !== undefined) await wait(delayMs, null, { signal: stopping.signal }).catch(() => {})
      if (status === null) {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      if (retryAfterS !== undefined) void reply.header('retry-after', retryAfterS)
      return reply.code(status).send({})
    })
  }
