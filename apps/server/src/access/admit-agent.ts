import { type Access, agentApi, confirmPayment, type Endpoint, hasBlock, type ParsedInputOf } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import { type Admit, type Route, routeFor } from '../platform/http/bind-api.ts'
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
  readonly byToken: ByToken
}

export type AgentRoute = Route<AgentContexts>

type AdmitServices = Pick<Services, 'db'> & { readonly sessions: Sessions }
type Admission = Admit<Access, AgentContexts>
type AgentCall = Parameters<Admission>[0]

export const route = routeFor<AgentContexts>()

export const agentCalls = agentApi.map((endpoint) => [endpoint, endpoint.access] as const)

export const admitAgent =
  (services: AdmitServices): Admission =>
  async (call) =>
    (await admitByToken(call)) ?? admit(services, call)

interface ByToken extends PublicContext {
  readonly token: string
}

/**
 * Confirming is the one call that is not admitted before its handler. The statement that confirms also finds the session of
 * the token: that saves a round trip, and the session is read under the agent's lock. Its handler gets the token instead
 * of the agent.
 */
export const routeByToken = (
  handler: (context: ByToken & { readonly input: ParsedInputOf<typeof confirmPayment> }) => Promise<object>,
): AgentRoute => ({ endpoint: confirmPayment, handler: handler as AgentRoute['handler'] })

/** Null for other calls, and for what can't be read: only an agent who is admitted learns what is wrong with it. */
async function admitByToken(call: AgentCall): Promise<ByToken | null> {
  if (call.endpoint !== confirmPayment) return null
  const token = bearerOf(call.request)
  if (token === null) return null
  try {
    await call.readInput()
    return { ...publicContext(call), token }
  } catch {
    return null
  }
}

/** Maintenance first, then the session. */
async function admit({ db, sessions }: AdmitServices, call: AgentCall) {
  const found = call.who === 'public' ? null : await findAgent(sessions, call.request)
  if (!call.endpoint.duringMaintenance) {
    const isOffMaintenance = found ? found.agent.isOffMaintenance : (await readSettings(db)).is_off_maintenance
    if (!isOffMaintenance) throw refusal('maintenance')
  }
  const context = publicContext(call)
  if (call.who === 'public') return context
  if (!found) throw refusal('not_signed_in')
  refuseStaff(found.agent, call.endpoint.staff)
  return { ...context, agent: found.agent }
}

const publicContext = ({ endpoint, request, reply }: AgentCall): PublicContext => ({
  caller: callerOf(request),
  idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
  markReplayed: () => void reply.header('idempotency-replayed', 'true'),
  noteAgent: (agentId) => noteCaller(request, 'agent', agentId),
})

/** Staff may make the calls that name them, and no other. */
function refuseStaff({ staff }: AgentSession, allowed: Endpoint['staff']): void {
  if (staff === null || allowed === 'all') return
  if (!allowed?.some((right) => staff.rights.includes(right))) throw refusal('staff_right_missing')
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
export function refuseBlocked({ status }: Pick<AgentSession, 'status'>): void {
  if (hasBlock(status)) throw refusal('agent_not_active')
}
