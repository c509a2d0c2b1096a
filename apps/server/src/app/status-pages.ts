import type { FastifyPluginAsync } from 'fastify'
import { isDraining } from '../platform/http/drain.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import { refusal } from '../platform/refusal.ts'
import { isSameSecret } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { measureNetwork } from './measure-network.ts'

type StatusServices = Pick<Services, 'config' | 'db' | 'keyring' | 'clock' | 'metrics'>

export const statusPages =
  (services: StatusServices): FastifyPluginAsync =>
  async (app) => {
    const { db, metrics, config } = services
    app.get('/healthz', async () => ({ status: 'alive' }))

    app.get('/readyz', async (_request, reply) => {
      const isReady = !isDraining(app.server) && (await db.isWritable())
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })

    app.get('/metrics', async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      // Without a token, as in the sandbox, anyone may read them.
      if (config.metricsToken !== null && !isSameSecret(given, config.metricsToken)) throw refusal('not_signed_in')
      await measureNetwork(services)
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    })
  }

/** Health and metrics of a process that only works, on a separate port. Nothing else is there. */
export async function workerStatus(services: Pick<Services, 'config' | 'db' | 'keyring' | 'clock' | 'log'>) {
  const metrics = createMetrics(services.config.network)
  const http = await createHttpServer({
    log: services.log,
    metrics,
    trustProxy: false,
    isTlsForSubdomains: false,
    csp: { connect: [], images: [], formAction: [], recaptcha: false },
  })
  await http.register(statusPages({ ...services, metrics }))
  return http
}
