import type { Endpoint, OutputOf, ParsedInputOf } from '@cashbox/contract'
import { type OperatorCall, operatorApi } from '@cashbox/contract/operator'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/operators/audit.ts'
import { findOperatorSession, type SignedInOperator } from '../../domain/operators/operator-sessions.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { callerOf } from '../../platform/http/api.ts'
import { readFields } from '../../platform/http/read-input.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/sessions.ts'

const COOKIE = 'cashbox-operator'
/** A form on another site can't send it, and a script there may not. */
const HEADER = 'x-cashbox-console'
/** Says that a page asks by itself, and nobody for it. */
const UNATTENDED = 'x-cashbox-unattended'

/** What a handler works with. There is an operator in all calls but the log-in. */
export interface OperatorContext<E extends Endpoint> {
  readonly input: ParsedInputOf<E>
  readonly operator: SignedInOperator
  readonly actor: Actor
  readonly caller: Caller
  /** Null ends the cookie. */
  readonly setCookie: (token: string | null) => void
}

export type OperatorHandler<E extends Endpoint> = (context: OperatorContext<E>) => Promise<OutputOf<E>>

export interface OperatorRoute {
  readonly endpoint: Endpoint
  readonly handler: OperatorHandler<Endpoint>
}

export const operatorRoute = <E extends Endpoint>(endpoint: E, handler: OperatorHandler<E>): OperatorRoute => ({
  endpoint,
  handler,
})

interface OperatorApi {
  readonly db: Database
  readonly clock: Clock
  /** The cookie is sent over TLS only. */
  readonly isSecure: boolean
  readonly routes: readonly OperatorRoute[]
}

/** Binds every call of the operator API to its handler; a call without one is a bug found at start. */
export function operatorApiPlugin({ db, clock, isSecure, routes }: OperatorApi): FastifyPluginAsync {
  const handlers = new Map(routes.map(({ endpoint, handler }) => [endpoint, handler]))
  return async (api) => {
    await api.register(cookie)
    await api.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
    for (const [endpoint, who] of operatorApi) {
      const handler = handlers.get(endpoint)
      if (!handler) throw new Error(`an operator call without a handler: ${endpoint.method} ${endpoint.path}`)
      api.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          if (endpoint.method === 'POST') refuseOtherSites(request)
          const operator = await admit({ db, clock }, request, who)
          const payload = await handler({
            input: readFields(endpoint.input, sentIn(endpoint, request)),
            operator: operator as SignedInOperator,
            actor: { operatorId: operator?.operatorId ?? null, name: operator?.name ?? '', ip: request.ip },
            caller: callerOf(request),
            setCookie: (token) => setCookie(reply, token, isSecure),
          })
          return reply.header('cache-control', 'no-store').send({ payload: endpoint.output.parse(payload) })
        },
      })
    }
  }
}

/** Who is calling, and whether their role may. */
export async function admit(
  { db, clock }: Pick<OperatorApi, 'db' | 'clock'>,
  request: FastifyRequest,
  who: OperatorCall[1],
): Promise<SignedInOperator | null> {
  if (who === 'anyone') return null
  const token = request.cookies[COOKIE]
  const isUnattended = request.headers[UNATTENDED] !== undefined
  const operator = token ? await findOperatorSession(db, clock, token, { isUnattended }) : null
  if (!operator) throw refusal('not_signed_in')
  if (who === 'unfinished') return operator
  if (operator.needs !== null) throw refusal('not_signed_in')
  if (!who.includes(operator.role)) throw refusal('role_missing')
  return operator
}

/** A cookie comes along whoever makes the call, so the call has to show where it comes from. */
function refuseOtherSites({ headers, host }: FastifyRequest) {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
  if (headers[HEADER] === undefined || !isOurs || (site !== undefined && site !== 'same-origin')) {
    throw refusal('cross_site')
  }
}

function setCookie(reply: FastifyReply, token: string | null, isSecure: boolean) {
  const options = { path: '/operator', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  if (token === null) void reply.clearCookie(COOKIE, options)
  else void reply.setCookie(COOKIE, token, options)
}

const sentIn = ({ method }: Endpoint, { query, body, params }: FastifyRequest): object => {
  const sent = method === 'GET' ? query : (body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refusal('malformed_request')
  return { ...sent, ...(params as object) }
}
