import type { Endpoint } from '@cashbox/contract'
import type { OperatorCall } from '@cashbox/contract/operator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type Admit, type ContextOf, type Route, routeFor } from '../platform/http/bind-api.ts'
import { type Caller, callerOf, isFromOtherSite, noteCaller } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Actor } from './audit.ts'
import { findOperatorSession, type SignedInOperator } from './operator-sessions.ts'

const COOKIES = { session: 'cashbox-operator', device: 'cashbox-operator-device' } as const
type CookieName = keyof typeof COOKIES

/** Over TLS the prefix makes the browser refuse a cookie of this name from another host or over plain HTTP. */
const nameOf = (cookie: CookieName, isSecure: boolean) => `${isSecure ? '__Host-' : ''}${COOKIES[cookie]}`
/** A form on another site can't send it, and a script there may not. */
const HEADER = 'x-cashbox-console'
/** Says that the page asked by itself, without its reader. */
const UNATTENDED = 'x-cashbox-unattended'

interface Visit {
  readonly caller: Caller
  /** Null ends the cookie. */
  readonly setCookie: (token: string | null) => void
  /** What this browser keeps of earlier log-ins. */
  readonly device: { readonly known: string | undefined; keep(cookie: string, lifetimeS: number): void }
}

export interface OperatorContexts {
  readonly public: Visit
  readonly operator: Visit & { readonly operator: SignedInOperator; readonly actor: Actor }
}

export type OperatorContext<E extends Endpoint> = ContextOf<OperatorContexts, E>
/** The part of the context that most handlers need. */
export interface OperatorRequest<Input> {
  readonly input: Input
  readonly actor: Actor
}

export type OperatorRoute = Route<OperatorContexts>
export const route = routeFor<OperatorContexts>()

type Who = OperatorCall[1]
export type SomeOperators = Exclude<Who, 'anyone'>

interface AdmitServices {
  readonly db: Database
  readonly clock: Clock
  /** The cookie is sent over TLS only. */
  readonly isSecure: boolean
}

export const admitOperator =
  (services: AdmitServices): Admit<Who, OperatorContexts> =>
  async ({ who, request, reply }) => {
    if (request.method === 'POST') refuseOtherSites(request)
    return who === 'anyone' ? visitOf(services, request, reply) : admitSignedIn(services, who, request, reply)
  }

/** Asks for a session, and for a role that may. */
export async function admitSignedIn(
  services: AdmitServices,
  who: SomeOperators,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OperatorContexts['operator']> {
  const token = request.cookies[nameOf('session', services.isSecure)]
  const isUnattended = request.headers[UNATTENDED] !== undefined
  const operator = token ? await findOperatorSession(services.db, services.clock, token, { isUnattended }) : null
  if (!operator) throw refusal('not_signed_in')
  noteCaller(request, 'operator', operator.operatorId)
  if (who !== 'unfinished') {
    if (operator.needs !== null) throw refusal('not_signed_in')
    if (!who.includes(operator.role)) throw refusal('role_not_allowed')
  }
  const visit = visitOf(services, request, reply)
  return { ...visit, operator, actor: { operatorId: operator.operatorId, name: operator.name, ip: visit.caller.ip } }
}

const visitOf = ({ isSecure }: AdmitServices, request: FastifyRequest, reply: FastifyReply): Visit => ({
  caller: callerOf(request),
  setCookie: (token) => setCookie(reply, 'session', token, { isSecure }),
  device: {
    known: request.cookies[nameOf('device', isSecure)],
    keep: (cookie, lifetimeS) => setCookie(reply, 'device', cookie, { isSecure, lifetimeS }),
  },
})

/** A browser sends the cookie along with any call, so the call has to show where it comes from. */
export function refuseOtherSites(request: FastifyRequest) {
  if (request.headers[HEADER] === undefined || isFromOtherSite(request)) throw refusal('cross_site')
}

interface CookieOptions {
  readonly isSecure: boolean
  /** Without it the cookie ends with the browser. */
  readonly lifetimeS?: number
}

function setCookie(
  reply: FastifyReply,
  cookie: CookieName,
  value: string | null,
  { isSecure, lifetimeS }: CookieOptions,
) {
  const path = isSecure ? '/' : '/operator'
  const options = { path, httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  const name = nameOf(cookie, isSecure)
  if (value === null) void reply.clearCookie(name, options)
  else void reply.setCookie(name, value, { ...options, ...(lifetimeS === undefined ? {} : { maxAge: lifetimeS }) })
}
