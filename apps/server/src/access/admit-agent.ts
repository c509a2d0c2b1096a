import { type Access, agentApi, confirmPayment, hasBlock, type ParsedInputOf } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { type Admit, type AdmittedLater, type Route, routeFor } from '../platform/http/bind-api.ts'
import { bearerOf, type Caller, callerOf, noteCaller, readIdempotencyKey } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import { readSettings } from '../platform/settings.ts'
import type { Sessions, SignedIn } from './sessions.ts'

interface Visit {
  readonly caller: Caller
  readonly idempotencyKey: string | null
  /** Marks the answer as one that was given before. */
  readonly markReplayed: () => void
}

export interface AgentContexts {
  readonly public: Visit
  readonly agent: Visit & { readonly agent: SignedIn }
  readonly token: TokenVisit
}

/** An agent's call that looks up the session in the statement that does its work: one round trip instead of two. */
interface TokenVisit extends Visit, AdmittedLater {
  readonly token: string
  /** For the log, once the session is found. */
  readonly noteAgent: (agentId: string) => void
}

export type AgentRoute = Route<AgentContexts>

interface AdmitServices {
  readonly db: Database
  readonly sessions: Sessions
}

type Admission = Admit<Access | 'token', AgentContexts>
type Asked = Parameters<Admission>[0]

export const route = routeFor<AgentContexts>()

export const agentCalls = agentApi.map(
  (endpoint) => [endpoint, endpoint === confirmPayment ? 'token' : endpoint.access] as const,
)

export const routeConfirmation = (
  handler: (context: TokenVisit & { readonly input: ParsedInputOf<typeof confirmPayment> }) => Promise<object>,
): AgentRoute => ({ endpoint: confirmPayment, handler: handler as AgentRoute['handler'] })

export const admitAgent =
  (services: AdmitServices): Admission =>
  async (asked) => {
    const token = asked.who === 'token' ? bearerOf(asked.request) : null
    if (token === null || !hasReadableKey(asked)) return admitNow(services, asked)
    return {
      ...visitOf(asked),
      token,
      noteAgent: (agentId) => noteCaller(asked.request, 'agent', agentId),
      admitNow: () => admitNow(services, asked),
    }
  }

/** Maintenance first, then the session. */
async function admitNow({ db, sessions }: AdmitServices, asked: Asked) {
  const found = asked.who === 'public' ? null : await findAgent(sessions, asked.request)
  if (!asked.endpoint.duringMaintenance) {
    const isOffMaintenance = found ? found.agent.isOffMaintenance : (await readSettings(db)).is_off_maintenance
    if (!isOffMaintenance) throw refusal('maintenance')
  }
  const visit = visitOf(asked)
  if (asked.who === 'public') return visit
  if (!found) throw refusal('not_signed_in')
  return { ...visit, agent: found.agent }
}

const visitOf = ({ endpoint, request, reply }: Asked): Visit => ({
  caller: callerOf(request),
  idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
  markReplayed: () => void reply.header('idempotency-replayed', 'true'),
})

function hasReadableKey({ request }: Asked): boolean {
  try {
    readIdempotencyKey(request.headers['idempotency-key'])
    return true
  } catch {
    return false
  }
}

/** The agent whose token a request carries, and that token; null without a valid session. */
export async function findAgent(sessions: Sessions, request: FastifyRequest, use?: { readonly isUnattended: boolean }) {
  const token = bearerOf(request)
  const agent = token === null ? null : await sessions.find(token, use)
  if (token === null || agent === null) return null
  noteCaller(request, 'agent', agent.agentId)
  return { token, agent }
}

/** History, statistics and statement are closed to agents with a blocked status. */
export function refuseBlocked({ status }: SignedIn): void {
  if (hasBlock(status)) throw refusal('agent_not_active')
}
