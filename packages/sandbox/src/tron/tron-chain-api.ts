import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createPause } from '../page/forms.ts'
import { indexRoutes } from './index-routes.ts'
import { nodeRoutes } from './node-routes.ts'
import type { TronChain } from './tron-chain.ts'

/** What TronGrid offers, under `/tron`: its index, and its full node. */
export const tronChainApi =
  ({ chain }: { readonly chain: TronChain }): FastifyPluginAsync =>
  async (app) => {
    await app.register(
      async (api) => {
        guard(api, chain)
        await api.register(indexRoutes(chain))
        await api.register(nodeRoutes(chain))
      },
      { prefix: '/tron' },
    )
  }

/** Counts callers, and turns away those that the switches name. */
function guard(api: FastifyInstance, chain: TronChain) {
  const pause = createPause(api)
  api.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url?.slice(api.prefix.length) ?? ''
    const call = chain.countRequest(path)
    const { slow, down, throttle } = chain.behaviour()
    if (slow > 0) await pause(slow)
    if (down === 'closed') {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    if (down === 'unavailable') {
      return reply.code(503).type('text/html').send('<html><body><h1>503 Service Unavailable</h1></body></html>')
    }
    if (throttle && call % throttle.every === 0) return reply.code(throttle.status).send(tooFast)
    return undefined
  })
}

// No Retry-After: the provider gives the wait in words only.
const tooFast = { Error: 'The key exceeds the frequency limit(15), and the query server is suspended for 30s' }
