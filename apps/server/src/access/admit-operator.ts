import { defaultLanguage, type Endpoint, type ParsedInputOf } from '@cashbox/contract'
import type { OperatorAccess } from '@cashbox/contract/operator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Admit, type ContextOf, type Route, routeFor } from '../platform/http/bind-api.ts'
import { type Caller, callerOf, isFromOtherSite, noteCaller } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import type { Actor } from './audit.ts'
import { findOperatorSession, type SignedInOperator } from './operator-sessions.ts'

const COOKIES = { session: 'cashbox-operator', device: 'cashbox-operator-device' } as const
type CookieName = keyof typeof COOKIES

/** A form on another site can't send this header, and a script there may not. */
const HEADER = 'x-cashbox-console'
/** The page made the call by itself, such as polling. */
const UNATTENDED = 'x-cashbox-unattended'

interface PublicContext {
  readonly caller: Caller
  readonly setCookie: (token: string | null) => void
  /** Cookie of earlier log-ins from this browser. */
  readonly device: { readonly known: string | undefined; keep(cookie: string, lifetimeS: number): void }
}

export interface OperatorContexts {
  readonly public: PublicContext
  readonly operator: PublicContext & { readonly operator: SignedInOperator; readonly actor: Actor }
}

export type OperatorContext<E extends Endpoint> = ContextOf<OperatorContexts, E>

export interface OperatorRequest<E extends Endpoint> {
  readonly input: ParsedInputOf<E>
  readonly actor: Actor
}

/** A change of a partner or channel as the operator saw it. */
export interface VersionedRequest {
  readonly input: { readonly code: string; readonly version: number; readonly reason: string }
  readonly actor: Actor
}

export type OperatorRoute = Route<OperatorContexts>
export const route = routeFor<OperatorContexts>()

type SignedInRoles = Exclude<OperatorAccess, 'anyone'>

type AdmitServices = Pick<Services, 'db' | 'clock' | 'config'>

export const admitOperator =
  (services: AdmitServices): Admit<OperatorAccess, OperatorContexts> =>
  async ({ who, request, reply }) => {
    if (request.method === 'POST') refuseOtherSites(request)
    return who === 'anyone' ? publicContext(services, request, reply) : admitSignedIn(services, who, request, reply)
  }

async function admitSignedIn(
  services: AdmitServices,
  who: SignedInRoles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OperatorContexts['operator']> {
  const token = request.cookies[cookieName('session', isOverTls(services))]
  const isUnattended = request.headers[UNATTENDED] !== undefined
  const operator = token ? await findOperatorSession(services.db, services.clock, token, { isUnattended }) : null
  if (!operator) throw refusal('not_signed_in')
  noteCaller(request, 'operator', operator.operatorId)
  if (who !== 'unfinished') {
    if (operator.needs !== null) throw refusal('not_signed_in')
    if (!who.includes(operator.role)) throw refusal('role_not_allowed')
  }
  const { caller, ...context } = publicContext(services, request, reply)
  const actor = { operatorId: operator.operatorId, name: operator.name, ip: caller.ip }
  // A link that the browser follows has no header.
  const language = request.headers['x-language'] === undefined ? operator.language : caller.language
  return { ...context, caller: { ...caller, language: language ?? defaultLanguage }, operator, actor }
}

const isOverTls = ({ config }: AdmitServices) => config.publicUrl.startsWith('https://')

function publicContext(services: AdmitServices, request: FastifyRequest, reply: FastifyReply): PublicContext {
  const isSecure = isOverTls(services)
  return {
    caller: callerOf(request),
    setCookie: (token) => setCookie(reply, 'session', token, { isSecure }),
    device: {
      known: request.cookies[cookieName('device', isSecure)],
      keep: (cookie, lifetimeS) => setCookie(reply, 'device', cookie, { isSecure, lifetimeS }),
    },
  }
}

/** CSRF: a browser adds the cookie to any call, so the call must prove that it comes from the console. */
function refuseOtherSites(request: FastifyRequest) {
  if (request.headers[HEADER] === undefined || isFromOtherSite(request)) throw refusal('cross_site')
}

/** Without a lifetime the cookie ends with the browser session. */
function setCookie(
  reply: FastifyReply,
  cookie: CookieName,
  value: string | null,
  { isSecure, lifetimeS }: { readonly isSecure: boolean; readonly lifetimeS?: number },
) {
  const path = isSecure ? '/' : '/operator'
  const options = { path, httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  const name = cookieName(cookie, isSecure)
  if (value === null) void reply.clearCookie(name, options)
  else void reply.setCookie(name, value, { ...options, ...(lifetimeS === undefined ? {} : { maxAge: lifetimeS }) })
}

/** Over TLS, the prefix makes the browser refuse a cookie of this name from another host or over plain HTTP. */
const cookieName = (cookie: CookieName, isSecure: boolean) => `${isSecure ? '__Host-' : ''}${COOKIES[cookie]}`
