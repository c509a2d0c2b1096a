import {
  agentRefusals,
  type FoundTransaction,
  formatMinor,
  type lookUpTransaction,
  mayConfirm,
  type ParsedInputOf,
  transactionRefusals,
  type Verdict,
} from '@cashbox/contract'
import { transactionStates } from '@cashbox/contract/partner'
import type { AgentSession } from '../access/sessions.ts'
import { toSeconds } from '../platform/clock.ts'
import { bool, float8, int8, nullable, oneOf, type RowOf, sql, timestamptz } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { MAX_POSITION_AGE_S, toPosition } from './confirm-payment.ts'
import type { RefusalCounter } from './count-refusals.ts'
import { pendingColumns, toPending } from './history.ts'

type Input = ParsedInputOf<typeof lookUpTransaction>

const columns = {
  ...pendingColumns,
  state: oneOf(...transactionStates),
  finished_at: nullable(timestamptz),
  is_own: bool,
  transaction_refusal: nullable(oneOf(...transactionRefusals)),
  agent_refusal: nullable(oneOf(...agentRefusals)),
  missing: int8,
  max_amount: nullable(int8),
  left_today: nullable(int8),
  distance_m: nullable(float8),
}
type Row = RowOf<typeof columns>

/** Shows a transaction and whether the agent's confirmation would pass. Changes nothing. */
export async function lookUp(
  services: Services,
  refusals: RefusalCounter,
  agent: AgentSession,
  caller: Caller,
  input: Input,
): Promise<FoundTransaction> {
  const { clock, limits } = services
  if (!mayConfirm(agent.status)) throw refusal('agent_not_active')
  await Promise.all([
    limits.check('guess-account', agent.agentId),
    limits.check('guess-address', caller.ip),
    limits.spend('lookup-account', agent.agentId),
    limits.spend('lookup-address', caller.ip),
  ])
  const row = await judge(services, agent.agentId, input, clock.now())
  if (!row) {
    await Promise.all([limits.note('guess-account', agent.agentId), limits.note('guess-address', caller.ip)])
    throw refusal('transaction_not_found')
  }
  const isConfirmed = row.is_own && row.state === 'confirmed'
  const verdict = isConfirmed ? null : verdictOf(row)
  const code = isConfirmed ? null : (row.transaction_refusal ?? verdict?.refusal)
  if (code) refusals.noteLookUp({ agentId: agent.agentId, transactionId: row.transaction_id, code })
  if (row.transaction_refusal && !isConfirmed) throw refusal(row.transaction_refusal)
  return {
    ...toPending(row),
    state: isConfirmed ? 'confirmed' : 'open',
    finished_at: row.finished_at && toSeconds(row.finished_at),
    verdict,
  }
}

/** Uses the same SQL functions as `confirm_payments`. */
async function judge({ db, config: { isPositionTimeRequired } }: Services, agentId: string, input: Input, now: Date) {
  const { lat, lon, age_s } = toPosition(input, now, { isTimeRequired: isPositionTimeRequired })
  const [row] = await db.query(
    sql`
      select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at, now.state,
             coalesce(confirmation.fee, fee_of(tx.amount, rate.bp)) as fee, confirmation.finished_at,
             coalesce(confirmation.agent_id = agent.id, false) as is_own,
             transaction_refusal(
               id => tx.id, type => tx.type, state => now.state, expires_at => tx.expires_at, locked_at => tx.locked_at,
               as_type => tx.type, at => ${now}) as transaction_refusal,
             agent_refusal(
               status => agent.status, asset => float.asset, currency_code => channel.currency_code, amount => tx.amount,
               max_amount => agent.max_amount, daily_limit => agent.daily_limit, volume_today => today.volume,
               is_demo => agent.is_demo, geo_lat => agent.geo_lat, geo_lon => agent.geo_lon, geo_area => agent.geo_area,
               lat => ${lat}::float8, lon => ${lon}::float8, age_s => ${age_s}::integer, max_age_s => ${MAX_POSITION_AGE_S}
             ) as agent_refusal,
             missing_float(tx.type, tx.amount, float.balance - float.floor) as missing,
             agent.max_amount, agent.daily_limit - today.volume as left_today,
             distance_m(agent.geo_lat, agent.geo_lon, ${lat}::float8, ${lon}::float8) as distance_m
      from agent
      join channel on channel.id = agent.channel_id
      join account as float on float.id = agent.float_id
      join player_transaction as tx on tx.channel_id = channel.id and (tx.agent_id is null or tx.agent_id = agent.id)
      cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
      cross join lateral fee_in_force(agent.id, tx.type, ${now}) as rate
      cross join lateral volume_of_day(agent.id, ${now}) as today
      left join confirmation on confirmation.player_transaction_id = tx.id
      where agent.id = ${agentId} and tx.transaction_id = ${input.transaction_id}`,
    columns,
  )
  return row
}

function verdictOf({ agent_refusal, amount, missing, max_amount, left_today, distance_m }: Row): Verdict {
  const limit =
    max_amount !== null && amount > max_amount
      ? { period: 'payment' as const, left: formatMinor(max_amount) }
      : left_today !== null && amount > left_today
        ? { period: 'day' as const, left: formatMinor(left_today > 0n ? left_today : 0n) }
        : null
  return {
    refusal: agent_refusal ?? (missing > 0n ? 'float_insufficient' : null),
    missing: missing > 0n ? formatMinor(missing) : null,
    limit,
    distance_m: distance_m === null ? null : Math.ceil(distance_m),
  }
}
