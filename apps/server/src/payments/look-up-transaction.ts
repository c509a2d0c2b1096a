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
import { col, type Queryable, query, type RowOf, sql } from '@cashbox/postgres/database'
import { type AgentSession, shiftOf } from '../access/sessions.ts'
import { toSeconds } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { MAX_LOCATION_AGE_S, toLocation } from './confirm-payment.ts'
import type { RefusalCounter } from './count-refusals.ts'
import { pendingColumns, toPending } from './history.ts'
import { aboveLimit } from './player-limits.ts'

type Input = ParsedInputOf<typeof lookUpTransaction>

/** Those of the SQL function `agent_verdict`. */
export const verdictColumns = {
  agent_refusal: col.nullable(col.oneOf(...agentRefusals)),
  missing: col.int8,
  max_amount: col.nullable(col.int8),
  left_today: col.nullable(col.int8),
  distance_m: col.nullable(col.float8),
  fee: col.int8,
}

const columns = {
  ...pendingColumns,
  ...verdictColumns,
  state: col.oneOf(...transactionStates),
  finished_at: col.nullable(col.timestamptz),
  is_own: col.bool,
  transaction_refusal: col.nullable(col.oneOf(...transactionRefusals)),
  above_limit: col.nullable(aboveLimit),
}

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
  const row = await judge(services, agent, input, clock.now())
  if (!row) {
    // The app asks what became of a deposit by player ID that may not have arrived.
    if (await hasCheck(services.db, agent.agentId, input.transaction_id)) throw refusal('transaction_not_found')
    await Promise.all([limits.note('guess-account', agent.agentId), limits.note('guess-address', caller.ip)])
    throw refusal('transaction_not_found')
  }
  const isConfirmed = row.is_own && row.state === 'confirmed'
  const verdict = isConfirmed ? null : verdictOf(row)
  const refused = isConfirmed ? null : (row.transaction_refusal ?? (row.above_limit && 'player_limit_exceeded'))
  const code = refused ?? verdict?.refusal
  if (code) refusals.noteLookUp({ agentId: agent.agentId, transactionId: row.transaction_id, code })
  if (refused) throw refusal(refused, row.above_limit ?? undefined)
  return {
    ...toPending(row),
    state: isConfirmed ? 'confirmed' : 'open',
    finished_at: row.finished_at && toSeconds(row.finished_at),
    verdict,
  }
}

/** Uses the same SQL functions as `confirm_payments`. */
async function judge(
  { db, config: { isLocationTimeRequired } }: Services,
  agent: AgentSession,
  input: Input,
  now: Date,
) {
  const { lat, lon, age_s } = toLocation(input, now, { isTimeRequired: isLocationTimeRequired })
  const [row] = await query(db, columns)`
    select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at, now.state,
           coalesce(confirmation.fee, verdict.fee) as fee, confirmation.finished_at,
           coalesce(confirmation.agent_id = agent.id, false) as is_own,
           transaction_refusal(
             id => tx.id, type => tx.type, state => now.state, expires_at => tx.expires_at, locked_at => tx.locked_at,
             as_type => tx.type, at => ${now}, is_excluded => (
               select true from player_exclusion
               where partner_id = tx.partner_id and player_id = tx.player_id
                 and coalesce(excluded_until > ${now}, true))) as transaction_refusal,
           verdict.refusal as agent_refusal, verdict.missing, verdict.max_amount, verdict.left_today, verdict.distance_m,
           (select bound.detail from player_limit_left(
              of_partner => tx.partner_id, of_player => tx.player_id, of_channel => tx.channel_id,
              of_type => tx.type, at => ${now}) as bound where bound.amount_left < tx.amount) as above_limit
    from agent
    join channel on channel.id = agent.channel_id
    join player_transaction as tx on tx.channel_id = channel.id and (tx.agent_id is null or tx.agent_id = agent.id)
    cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
    cross join lateral agent_verdict(
      of_agent => agent.id, of_type => tx.type, of_amount => tx.amount, lat => ${lat}::float8, lon => ${lon}::float8,
      age_s => ${age_s}::integer, max_age_s => ${MAX_LOCATION_AGE_S}, at => ${now},
      of_shift => ${shiftOf(agent)}::integer) as verdict
    left join confirmation on confirmation.player_transaction_id = tx.id
    where agent.id = ${agent.agentId} and tx.transaction_id = ${input.transaction_id}`
  return row
}

type Judged = RowOf<Omit<typeof verdictColumns, 'fee'>> & { readonly amount: bigint }

export function verdictOf({ agent_refusal, amount, missing, max_amount, left_today, distance_m }: Judged): Verdict {
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

/** Whether a deposit by player ID may still come with this ID. It is then no guess. */
const hasCheck = async (db: Queryable, agentId: string, checkId: string): Promise<boolean> =>
  (await db.execute(sql`select 1 from player_check where check_id = ${checkId} and agent_id = ${agentId}`)) > 0
