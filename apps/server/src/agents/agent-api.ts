import { getOwnTerms, getProfile, setTimezone } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { type AgentRoute, route } from '../access/admit-agent.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findTimezone } from '../texts/dictionaries.ts'
import { readOwnTerms, readUser } from './read-user.ts'

export const profileRoutes = ({ db, clock }: Services): AgentRoute[] => [
  route(getProfile, async ({ agent }) => ({ user: await readUser(db, agent.agentId) })),
  route(getOwnTerms, async ({ agent }) => ({ terms: await readOwnTerms(db, agent.agentId, clock.now()) })),
  route(setTimezone, async ({ agent, input }) => {
    const timezone = findTimezone(input.timezone)
    if (timezone === null) throw refusal('timezone_unknown')
    await db.execute(sql`update agent set timezone = ${timezone} where id = ${agent.agentId}`)
    return { user: await readUser(db, agent.agentId) }
  }),
]
