import { formatMinor, type getForecast, type OutputOf } from '@cashbox/contract'
import { countHours } from '../../../domain/float-forecast/count-hours.ts'
import { forecast } from '../../../domain/float-forecast/forecast.ts'
import { type Clock, toSeconds } from '../../../platform/clock.ts'
import { int8, nullable, text } from '../../../platform/db/columns.ts'
import { type Database, only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** How long the float lasts, and whether it is below the sum that the agent chose. */
export async function readForecast(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  agentId: string,
): Promise<OutputOf<typeof getForecast>> {
  const now = clock.now()
  const { balance, floor, timezone, low_float } = only(
    await db.query(
      sql`
        select account.balance, account.floor, agent.timezone, notice_setting.low_float
        from agent join account on account.id = agent.float_id
        left join notice_setting on notice_setting.agent_id = agent.id
        where agent.id = ${agentId}`,
      { balance: int8, floor: nullable(int8), timezone: text, low_float: nullable(int8) },
    ),
  )
  const hours = await countHours(db, agentId, now)
  return {
    lasts_until:
      hours && forecast({ hours, available: balance - (floor ?? 0n), now: toSeconds(now), timeZone: timezone }),
    low_below: low_float !== null && balance < low_float ? formatMinor(low_float) : null,
  }
}
