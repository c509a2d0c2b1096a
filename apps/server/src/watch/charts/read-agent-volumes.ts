import type { ChartStep, Volumes } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { sql } from '../../platform/database/sql.ts'
import { startsOf } from './chart-steps.ts'
import { findAgent } from './find-agent.ts'
import type { ChartServices } from './services.ts'
import { pointsOf, topupColumns, volumeColumns, volumeSums } from './volume-points.ts'

/** As of now: an agent's sums are kept as the money moves. */
export async function readAgentVolumes(services: ChartServices, agentId: string, step: ChartStep): Promise<Volumes> {
  const now = services.clock.now()
  const { currency_code, float_id } = await findAgent(services.db, agentId)
  const starts = startsOf(step, now)
  const [first = now] = starts
  const volumes =
    step === 'hour' ? await ofHours(services, agentId, first) : await ofDays(services, agentId, first, step)
  const points = pointsOf(starts, volumes, await topupsOf(services, float_id, first, step))
  return { as_of: toSeconds(now), currency_code, currency_codes: [currency_code], points }
}

const ofHours = ({ db }: ChartServices, agentId: string, first: Date) =>
  db.query(
    sql`
      select epoch_seconds(date_trunc('hour', finished_at, 'UTC'))::bigint as at,
             count(*) filter (where type = 'deposit') as deposit_count,
             coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
             coalesce(sum(fee) filter (where type = 'deposit'), 0)::bigint as deposit_fee,
             count(*) filter (where type = 'withdraw') as withdraw_count,
             coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum,
             coalesce(sum(fee) filter (where type = 'withdraw'), 0)::bigint as withdraw_fee
      from confirmation as done
      where agent_id = ${agentId} and finished_at >= ${first}
        and not exists (select 1 from reversal where reversal.player_transaction_id = done.player_transaction_id)
      group by 1`,
    volumeColumns,
  )

const ofDays = ({ db }: ChartServices, agentId: string, first: Date, step: 'day' | 'month') =>
  db.query(
    sql`
      select epoch_seconds(date_trunc(${step}, day::timestamp) at time zone 'UTC')::bigint as at, ${volumeSums}
      from daily_total where agent_id = ${agentId} and day >= (${first}::timestamptz at time zone 'UTC')::date group by 1`,
    volumeColumns,
  )

const topupsOf = ({ db }: ChartServices, floatId: string, first: Date, step: ChartStep) =>
  db.query(
    sql`
      select epoch_seconds(date_trunc(${step}, at, 'UTC'))::bigint as at, count(*) as topup_count,
             sum(amount)::bigint as topup_sum
      from entry_by_kind where account_id = ${floatId} and kind = 'top_up' and at >= ${first} group by 1`,
    topupColumns,
  )
