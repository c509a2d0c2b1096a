import { agentApi, type Endpoint, getDictionaries, getTranslations, languageOf } from '@cashbox/contract'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { refusal } from '../refusal.ts'
import type { Caller, Sessions, SignedIn } from '../sessions.ts'
import { readSettings } from '../settings.ts'
import { bearerOf } from './bearer.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readFields } from './read-input.ts'
import { sendRevalidated } from './revalidate.ts'
import type { Route } from './route.ts'

interface ApiOptions {
  readonly db: Database
  readonly sessions: Sessions
  readonly routes: readonly Route[]
}

const COMPRESS_FROM_BYTES = 1024
/** Long, the same for everybody, and rarely changed: the browser may keep these and ask whether they still hold. */
const kept: ReadonlySet<Endpoint> = new Set<Endpoint>([getTranslations, getDictionaries])

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
    await api.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: COMPRESS_FROM_BYTES,
      globalDecompression: false,
    })
    for (const [endpoint, handler] of handlers) {
      api.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        // Nothing that a POST answers is long; `false` keeps its path free of the compressor.
        ...(endpoint.method === 'POST' ? { compress: false } : {}),
        handler: async (request, reply) => {
          const agent = await admit(endpoint, request, { db, sessions })
          const payload = await handler({
            input: readFields(endpoint.input, sentIn(endpoint, request)),
            caller: callerOf(request),
            agent: agent as never,
            idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
            markReplayed: () => void reply.header('idempotency-replayed', 'true'),
          })
          return send(request, reply, endpoint, payload)
        },
      })
    }
  }
}

const sentIn = ({ method }: Endpoint, { query, body }: FastifyRequest) =>
  method === 'GET' ? query : body === undefined ? {} : body

// Parsed on the way out as well: a column that the contract does not name can't leave.
function send(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, payload: unknown) {
  const body = { payload: endpoint.output.parse(payload) }
  if (!kept.has(endpoint)) return reply.header('cache-control', 'no-store').send(body)
  void reply.header('vary', 'x-language').type('application/json; charset=utf-8')
  return sendRevalidated(request, reply, JSON.stringify(body))
}

/** Maintenance first, then who is calling. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { db, sessions }: Pick<ApiOptions, 'db' | 'sessions'>,
): Promise<SignedIn | null> {
  const token = endpoint.access === 'agent' ? bearerOf(request) : null
  const session = token === null ? null : await sessions.find(token)
  if (!endpoint.duringMaintenance) {
    const isOffMaintenance = session ? session.isOffMaintenance : (await readSettings(db)).is_off_maintenance
    if (!isOffMaintenance) throw refusal('maintenance')
  }
  if (endpoint.access === 'agent' && !session) throw refusal('not_signed_in')
  return session
}

const USER_AGENT_LENGTH = 500

export const callerOf = (request: FastifyRequest): Caller => ({
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
