import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracer } from '../log/tracing.ts'

/** A span for each request: its method, the pattern of its path and its status. Nothing of what it carries. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const open = new WeakMap<FastifyRequest, ReturnType<Tracer['begin']>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    open.set(request, tracer.begin(request.method, 'server', typeof traceparent === 'string' ? traceparent : undefined))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    open.get(request)?.({
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'cashbox.request_id': request.id,
      },
      isError: reply.statusCode >= 500,
    })
    done()
  })
}
