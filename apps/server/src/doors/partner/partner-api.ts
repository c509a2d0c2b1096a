import type { Endpoint, OutputOf, ParsedInputOf } from '@cashbox/contract'
import { partnerApi } from '@cashbox/contract/partner'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { readFields } from '../../platform/http/read-input.ts'
import { refusal } from '../../platform/refusal.ts'
import { type AdmitServices, admitPartner, type Partner } from './admit-partner.ts'

type PartnerHandler<E extends Endpoint> = (partner: Partner, input: ParsedInputOf<E>) => Promise<OutputOf<E>>

export interface PartnerRoute {
  readonly endpoint: Endpoint
  readonly handler: PartnerHandler<Endpoint>
}

export const partnerRoute = <E extends Endpoint>(endpoint: E, handler: PartnerHandler<E>): PartnerRoute => ({
  endpoint,
  handler,
})

/** Binds every call of the partner API to its handler; a call without one is a bug found at start. */
export function partnerApiPlugin(services: AdmitServices, routes: readonly PartnerRoute[]): FastifyPluginAsync {
  const handlers = new Map(routes.map(({ endpoint, handler }) => [endpoint, handler]))
  return async (api) => {
    keepBodyAsText(api)
    for (const [endpoint, right] of partnerApi) {
      const handler = handlers.get(endpoint)
      if (!handler) throw new Error(`a partner call without a handler: ${endpoint.method} ${endpoint.path}`)
      api.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const body = bodyOf(request)
          const partner = await admitPartner(services, request, body, right)
          const input = readFields(endpoint.input, sentIn(endpoint, request, body))
          const payload = endpoint.output.parse(await handler(partner, input))
          return reply.header('cache-control', 'no-store').send({ payload })
        },
      })
    }
  }
}

/** The signature is over the bytes that were sent, so they are kept until it is checked. */
export function keepBodyAsText(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

export const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

function sentIn({ method }: Endpoint, { query, params }: FastifyRequest, body: string): object {
  const sent = method === 'GET' ? query : readJson(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refusal('malformed_request')
  // What the path names can't be named again.
  for (const name of Object.keys(params as object)) {
    if (Object.hasOwn(sent, name)) throw refusal('malformed_request')
  }
  return { ...sent, ...(params as object) }
}

function readJson(body: string): unknown {
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw refusal('malformed_request')
  }
}
