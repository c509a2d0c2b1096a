import { agentApi, type Endpoint, languageOf } from '@cashbox/contract'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { refusal } from '../refusal.ts'
import type { Caller, Sessions, SignedIn } from '../sessions.ts'
import { readSettings } from '../settings.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readFields } from './read-input.ts'
import type { Route } from './route.ts'

interface ApiOptions {
  readonly db: Database
  readonly sessions: Sessions
  readonly routes: readonly Route[]
}

/** Binds every call of the contract to its handler; a call without one is a bug found at start. */
export function agentApiPlugin({ db, sessions, routes }: ApiOptions): FastifyPluginAsync {
  const handlers = new Map(routes.map(({ endpoint, handler }) => [endpoint, handler]))
  const missing = agentApi.filter((endpoint) => !handlers.has(endpoint))
  if (missing.length > 0 || handlers.size !== agentApi.length) {
    throw new Error(
      `calls without a handler: ${missing.map(({ path }) => path).join(', ') || 'none, but one too many'}`,
    )
  }
  return async (api) => {
    acceptEmptyJson(api)
    for (const [endpoint, handler] of handlers) {
      api.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const agent = await admit(endpoint, request, { db, sessions })
          const payload = await handler({
            input: readFields(endpoint.input, sentIn(endpoint, request)),
            caller: callerOf(request),
            agent: agent as never,
            idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
            markReplayed: () => void reply.header('idempotency-replayed', 'true'),
          })
          return send(reply, endpoint, payload)
        },
      })
    }
  }
}

const sentIn = ({ method }: Endpoint, { query, body }: FastifyRequest) =>
  method === 'GET' ? query : body === undefined ? {} : body

// Parsed on the way out as well: a column that the contract does not name can't leave.
function send(reply: FastifyReply, endpoint: Endpoint, payload: unknown) {
  void reply.header('cache-control', 'no-store')
  return { payload: endpoint.output.parse(payload) }
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i

/** Maintenance first, then who is calling. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { db, sessions }: Pick<ApiOptions, 'db' | 'sessions'>,
): Promise<SignedIn | null> {
  const token = endpoint.access === 'agent' ? BEARER.exec(request.headers.authorization ?? '')?.[1] : undefined
  const session = token === undefined ? null : await sessions.find(token)
  if (!endpoint.duringMaintenance) {
    const isOffMaintenance = session ? session.isOffMaintenance : (await readSettings(db)).is_off_maintenance
    if (!isOffMaintenance) throw refusal('maintenance')
  }
  if (endpoint.access === 'agent' && !session) throw refusal('not_signed_in')
  return session
}

const USER_AGENT_LENGTH = 500

const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  language: languageOfRequest(request),
})

export const languageOfRequest = ({ headers }: FastifyRequest) => {
  const header = headers['x-language']
  return languageOf(Array.isArray(header) ? header[0] : header)
}

// A POST without a body says the same as one with an empty object.
function acceptEmptyJson(api: FastifyInstance) {
  const parseJson = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parseJson(request, body as string, done)
  })
}
