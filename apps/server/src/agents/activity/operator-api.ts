import * as contract from '@cashbox/contract/operator'
import { col, type Database, query, sql, toPage } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { readFloat } from '../../ledger/confirmed.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { degrees } from '../open-agent.ts'
import { refuseUnknown } from '../read-agent.ts'

/** Above every number that an agent's confirmations will have. */
const END = 9_007_199_254_740_991n

const columns = {
  ...columnsFor(contract.AgentLocation),
  geo_lat: col.nullable(col.float8),
  geo_lon: col.nullable(col.float8),
  session_id: col.nullable(col.uuid),
}

/** An agent's latest confirmations, cut before anything is joined to them. */
const pageOf = async (db: Database, agentId: string, cursor: number | undefined, limit: number) => sql`
  select player_transaction_id from confirmation
  where float_id = ${await readFloat(db, agentId)} and number < coalesce(${cursor ?? null}::bigint, ${END})
  order by number desc limit ${limit + 1}`

export const activityRoutes: readonly OperatorRoute[] = [
  route(contract.listAgentConfirmations, async ({ db, input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const rows = await query(db, columnsFor(contract.AgentConfirmation))`
      select number, type, amount, fee, fee_bp, finished_at, transaction_id, player_id,
             (select reversed_at from reversal where reversal.player_transaction_id = payment.player_transaction_id)
      from (${await pageOf(db, agent_id, cursor, limit)}) as page
      join confirmed_payment as payment using (player_transaction_id)
      order by number desc`
    return toPage(rows, limit, ({ number }) => String(number))
  }),
  route(contract.listAgentLocations, async ({ db, input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const rows = await query(db, columns)`
      select used.number, used.transaction_id, used.finished_at as at, used.geo_lat, used.geo_lon,
             used.geo_accuracy_m as accuracy_m, used.geo_age_s as age_s, used.ip, used.session_id,
             case when num_nulls(agent.geo_lat, agent.geo_lon, used.geo_lat, used.geo_lon) = 0
               then round(distance_m(agent.geo_lat, agent.geo_lon, used.geo_lat, used.geo_lon))::integer end as distance_m
      from (${await pageOf(db, agent_id, cursor, limit)}) as page
      join confirmed_payment as used using (player_transaction_id)
      join agent on agent.id = used.agent_id
      order by used.number desc`
    const locations = rows.map(({ geo_lat, geo_lon, ...row }) => ({
      ...row,
      geo_lat: geo_lat === null ? null : degrees(geo_lat),
      geo_lon: geo_lon === null ? null : degrees(geo_lon),
    }))
    return toPage(locations, limit, ({ number }) => String(number))
  }),
]

/** Notes the last day with a confirmation on each agent. Days before the latest noted one are final, but for the last. */
export const noteActiveDays = (db: Database) =>
  db.execute(sql`
    update agent set last_active_on = active.day
    from (
      select agent_id, max(day) as day from daily_total
      where deposit_count + withdraw_count > 0 and day >= coalesce(
        (select last_active_on - 1 from agent where last_active_on is not null order by last_active_on desc limit 1), '-infinity')
      group by agent_id) as active
    where agent.id = active.agent_id and agent.last_active_on is distinct from active.day`)
