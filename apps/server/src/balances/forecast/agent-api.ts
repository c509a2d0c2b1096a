import { formatMinor, getForecast, mayConfirm } from '@cashbox/contract'
import { col, type Database, queryOne } from '@cashbox/postgres/database'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import { countHours } from './count-hours.ts'
import { forecast } from './forecast.ts'

export const forecastRoutes = (services: { readonly db: Database; readonly clock: Clock }): AgentRoute[] => [
  route(getForecast, async ({ agent }) => {
    if (!mayConfirm(agent.status)) return { lasts_until: null, low_below: null }
    return readForecast(services, agent.agentId)
  }),
]

async function readForecast({ db, clock }: { readonly db: Database; readonly clock: Clock }, agentId: string) {
  const now = clock.now()
  const { balance, floor, timezone, low_float } = await queryOne(db, {
    balance: col.int8,
    floor: col.nullable(col.int8),
    timezone: col.text,
    low_float: col.nullable(col.int8),
  })`
    select account.balance, account.floor, agent.timezone, notice_setting.low_float
    from agent join account on account.id = agent.float_id
    left join notice_setting on notice_setting.agent_id = agent.id
    where agent.id = ${agentId}`
  const hours = await countHours(db, agentId, now)
  return {
    lasts_until:
      hours && forecast({ hours, available: balance - (floor ?? 0n), now: toSeconds(now), timeZone: timezone }),
    low_below: low_float !== null && balance < low_float ? formatMinor(low_float) : null,
  }
}
