import { type Access, agentApi } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { type Admit, type Route, routeFor } from '../../platform/http/bind-api.ts'
import { bearerOf, callerOf, readIdempotencyKey } from '../../platform/http/read-headers.ts'
import { noteCaller } from '../../platform/http/request-facts.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Caller, Sessions, SignedIn } from '../../platform/sessions.ts'
import { readSettings } from '../../platform/settings.ts'

interface Visit {
  readonly caller: Caller
  readonly idempotencyKey: string | null
  /** Marks the answer as one that was given before. */
  readonly markReplayed: () => void
}

export interface AgentContexts {
  readonly public: Visit
  readonly agent: Visit & { readonly agent: SignedIn }
}

export type AgentRoute = Route<AgentContexts>
export const route = routeFor<AgentContexts>()
export const agentCalls = agentApi.map((endpoint) => [endpoint, endpoint.access] as const)

interface AdmitServices {
  readonly db: Database
  readonly sessions: Sessions
}

/** Maintenance first, then the session. */
export const admitAgent =
  ({ db, sessions }: AdmitServices): Admit<Access, AgentContexts> =>
  async ({ endpoint, who, request, reply }) => {
    const found = who === 'agent' ? await findAgent(sessions, request) : null
    if (!endpoint.duringMaintenance) {
      const isOffMaintenance = found ? found.agent.isOffMaintenance : (await readSettings(db)).is_off_maintenance
      if (!isOffMaintenance) throw refusal('maintenance')
    }
    const visit: Visit = {
      caller: callerOf(request),
      idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
      markReplayed: () => void reply.header('idempotency-replayed', 'true'),
    }
    if (who !== 'agent') return visit
    if (!found) throw refusal('not_signed_in')
    return { ...visit, agent: found.agent }
  }

/** The agent whose token a request carries, and that token; null without a valid session. */
export async function findAgent(sessions: Sessions, request: FastifyRequest, use?: { readonly isUnattended: boolean }) {
  const token = bearerOf(request)
  const agent = token === null ? null : await sessions.find(token, use)
  if (token === null || agent === null) return null
  noteCaller(request, 'agent', agent.agentId)
  return { token, agent }
}
