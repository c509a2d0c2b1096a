import { type FoundTransaction, mayConfirm, type RefusalCode } from '@cashbox/contract'
import { transactionStates } from '@cashbox/contract/partner'
import { type Clock, toSeconds } from '../../../platform/clock.ts'
import { bool, nullable, oneOf, type RowOf, timestamptz } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { RateLimits } from '../../../platform/rate-limits.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Caller, SignedIn } from '../../../platform/sessions.ts'
import { shownColumns, shownTransaction } from './shown-transaction.ts'

interface LookUpServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
}

const columns = {
  ...shownColumns,
  state: oneOf(...transactionStates),
  locked_at: nullable(timestamptz),
  finished_at: nullable(timestamptz),
  is_own: bool,
}
type Row = RowOf<typeof columns>

/** What the agent is about to confirm, or has confirmed. Nothing is changed. */
export async function lookUp(
  { db, clock, limits }: LookUpServices,
  agent: SignedIn,
  caller: Caller,
  transactionId: string,
): Promise<FoundTransaction> {
  if (!mayConfirm(agent.status)) throw refusal('agent_not_active')
  await Promise.all([
    limits.check('guess-account', agent.agentId),
    limits.check('guess-address', caller.ip),
    limits.spend('lookup-account', agent.agentId),
    limits.spend('lookup-address', caller.ip),
  ])
  const now = clock.now()
  const [row] = await db.query(
    sql`
      select tx.transaction_id, tx.type, tx.amount, channel.currency_code, tx.player_id, tx.expires_at, tx.state, tx.locked_at,
             coalesce(confirmation.fee, fee_of(tx.amount, rate.bp)) as fee, confirmation.finished_at,
             coalesce(confirmation.agent_id = agent.id, false) as is_own
      from agent
      join channel on channel.id = agent.channel_id
      join player_transaction as tx on tx.channel_id = channel.id and (tx.agent_id is null or tx.agent_id = agent.id)
      cross join lateral fee_in_force(agent.id, tx.type, ${now}) as rate
      left join confirmation on confirmation.player_transaction_id = tx.id
      where agent.id = ${agent.agentId} and tx.transaction_id = ${transactionId}`,
    columns,
  )
  if (!row) {
    await Promise.all([limits.note('guess-account', agent.agentId), limits.note('guess-address', caller.ip)])
    throw refusal('transaction_not_found')
  }
  const why = whyNot(row, now)
  if (why) throw refusal(why)
  return {
    ...shownTransaction(row),
    state: row.is_own ? 'confirmed' : 'open',
    finished_at: row.finished_at && toSeconds(row.finished_at),
  }
}

function whyNot(row: Row, now: Date): RefusalCode | null {
  if (row.is_own && row.state === 'confirmed') return null
  if (row.state === 'confirmed' || row.state === 'reversed') return 'transaction_already_confirmed'
  if (row.state === 'cancelled') return 'transaction_cancelled'
  if (row.state === 'expired' || row.expires_at <= now) return 'transaction_expired'
  if (row.locked_at) return 'transaction_locked'
  return null
}
