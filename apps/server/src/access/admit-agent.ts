import { type Access, agentApi, confirmPayment, hasBlock, type ParsedInputOf } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import { type Admit, type AdmittedLater, type Route, routeFor } from '../platform/http/bind-api.ts'
import { bearerOf, type Caller, callerOf, noteCaller, readIdempotencyKey } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { readSettings } from '../platform/settings.ts'
import type { AgentSession, Sessions } from './sessions.ts'

interface PublicContext {
  readonly caller: Caller
  readonly idempotencyKey: string | null
  readonly markReplayed: () => void
  readonly noteAgent: (agentId: string) => void
}

export interface AgentContexts {
  readonly public: PublicContext
  readonly agent: PublicContext & { readonly agent: AgentSession }
  readonly token: TokenContext
}

/** The session is looked up in the statement that does the work: one round trip instead of two. */
interface TokenContext extends PublicContext, AdmittedLater {
  readonly token: string
}

export type AgentRoute = Route<AgentContexts>

type AdmitServices = Pick<Services, 'db'> & { readonly sessions: Sessions }
type Admission = Admit<Access | 'token', AgentContexts>
type AgentCall = Parameters<Admission>[0]

export const route = routeFor<AgentContexts>()

export const agentCalls = agentApi.map(
  (endpoint) => [endpoint, endpoint === confirmPayment ? 'token' : endpoint.access] as const,
)

export const routeConfirmation = (
  handler: (context: TokenContext & { readonly input: ParsedInputOf<typeof confirmPayment> }) => Promise<object>,
): AgentRoute => ({ endpoint: confirmPayment, handler: handler as AgentRoute['handler'] })

export const admitAgent =
  (services: AdmitServices): Admission =>
  async (call) => {
    const token = call.who === 'token' ? bearerOf(call.request) : null
    if (token === null || !hasReadableKey(call)) return admitNow(services, call)
    return {
      ...publicContext(call),
      token,
      admitNow: () => admitNow(services, call),
    }
  }

/** Maintenance first, then the session. */
async function admitNow({ db, sessions }: AdmitServices, call: AgentCall) {
  const found = call.who === 'public' ? null : await findAgent(sessions, call.request)
  if (!call.endpoint.duringMaintenance) {
    const isOffMaintenance = found ? found.agent.isOffMaintenance : (await readSettings(db)).is_off_maintenance
    if (!isOffMaintenance) throw refusal('maintenance')
  }
  const context = publicContext(call)
  if (call.who === 'public') return context
  if (!found) throw refusal('not_signed_in')
  return { ...context, agent: found.agent }
}

const publicContext = ({ endpoint, request, reply }: AgentCall): PublicContext => ({
  caller: callerOf(request),
  idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
  markReplayed: () => void reply.header('idempotency-replayed', 'true'),
  noteAgent: (agentId) => noteCaller(request, 'agent', agentId),
})

function hasReadableKey({ request }: AgentCall): boolean {
  try {
    readIdempotencyKey(request.headers['idempotency-key'])
    return true
  } catch {
    return false
  }
}

/** Null without a valid session. */
export async function findAgent(sessions: Sessions, request: FastifyRequest, use?: { readonly isUnattended: boolean }) {
  const token = bearerOf(request)
  const agent = token === null ? null : await sessions.find(token, use)
  if (token === null || agent === null) return null
  noteCaller(request, 'agent', agent.agentId)
  return { token, agent }
}

/** History, statistics and statement are closed to agents with a blocked status. */
export function refuseBlocked({ status }: AgentSession): void {
  if (hasBlock(status)) throw refusal('agent_not_active')
}
