import { getForecast, mayConfirm } from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { readForecast } from './read-forecast.ts'

export const forecastRoutes = (services: { readonly db: Database; readonly clock: Clock }): AgentRoute[] => [
  route(getForecast, async ({ agent }) => {
    if (!mayConfirm(agent.status)) return { lasts_until: null, low_below: null }
    return readForecast(services, agent.agentId)
  }),
]
