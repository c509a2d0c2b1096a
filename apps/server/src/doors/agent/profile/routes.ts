import { getOwnTerms, getProfile, setTimezone } from '@cashbox/contract'
import { findTimezone } from '../../../domain/agents/places.ts'
import { readUser } from '../../../domain/agents/read-user.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { type AgentRoute, route } from '../admit-agent.ts'
import { readOwnTerms } from './read-own-terms.ts'

interface ProfileServices {
  readonly db: Database
  readonly clock: Clock
}

export const profileRoutes = ({ db, clock }: ProfileServices): AgentRoute[] => [
  route(getProfile, async ({ agent }) => ({ user: await readUser(db, agent.agentId) })),
  route(getOwnTerms, async ({ agent }) => ({ terms: await readOwnTerms(db, agent.agentId, clock.now()) })),
  route(setTimezone, async ({ agent, input }) => {
    const timezone = findTimezone(input.timezone)
    if (timezone === null) throw refusal('timezone_unknown')
    await db.execute(sql`update agent set timezone = ${timezone} where id = ${agent.agentId}`)
    return { user: await readUser(db, agent.agentId) }
  }),
]
