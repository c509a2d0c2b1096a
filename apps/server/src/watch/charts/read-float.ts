import { formatMinor, type OutputOf } from '@cashbox/contract'
import type { chartAgentFloat } from '@cashbox/contract/operator'
import { countHours } from '../../balances/forecast/count-hours.ts'
import { expectedRest, forecast } from '../../balances/forecast/forecast.ts'
import { toSeconds } from '../../platform/clock.ts'
import { int8 } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { findAgent } from './find-agent.ts'
import type { ChartServices } from './services.ts'

/** An agent's float in the last three days, and what the forecast makes of it in the next two. */
export async function readFloat(services: ChartServices, agentId: string): Promise<OutputOf<typeof chartAgentFloat>> {
  const { db, clock } = services
  const now = clock.now()
  const agent = await findAgent(db, agentId)
  const floor = agent.floor ?? 0n
  const present = { at: toSeconds(now), float: formatMinor(agent.balance) }
  const hours = await countHours(db, agentId, now)
  const question = hours && {
    hours,
    available: agent.balance - floor,
    now: toSeconds(now),
    timeZone: agent.timezone,
  }
  const rest = question && expectedRest(question)
  return {
    currency_code: agent.currency_code,
    floor: formatMinor(floor),
    past: [...(await readPast(services, agent.float_id, now)), present],
    expected: rest
      ? [present, ...rest.map(({ at, available }) => ({ at, float: formatMinor(floor + available) }))]
      : [],
    lasts_until: question && forecast(question),
  }
}

/** At each whole third hour. */
async function readPast({ db }: ChartServices, floatId: string, now: Date) {
  const rows = await db.query(
    sql`
      select epoch_seconds(moment)::bigint as at, balance_at(${floatId}, moment) as float
      from generate_series(date_trunc('hour', ${now}::timestamptz, 'UTC') - interval '72 hours', ${now}::timestamptz, interval '3 hours') as moment
      where moment < ${now} order by 1`,
    { at: int8, float: int8 },
  )
  return rows.map(({ at, float }) => ({ at: Number(at), float: formatMinor(float) }))
}
