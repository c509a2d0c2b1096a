import { formatMinor, type OutputOf, type ParsedInputOf, type TransactionType } from '@cashbox/contract'
import type { listAgentConfirmations } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { cut, refuseUnknown } from './known-agent.ts'

/** Above every number that an agent's confirmations will have. */
export const END = 9_007_199_254_740_991n

interface ConfirmationRow {
  number: bigint
  transaction_id: string
  type: TransactionType
  amount: bigint
  fee: bigint
  fee_bp: number
  player_id: string
  finished_at: Date
  reversed_at: Date | null
}

export async function listConfirmations(
  db: Database,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentConfirmations>,
): Promise<OutputOf<typeof listAgentConfirmations>> {
  await refuseUnknown(db, agent_id)
  const rows = await db.query<ConfirmationRow>(sql`
    select number, transaction_id, type, amount, fee, fee_bp, player_id, finished_at,
           (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
    from confirmation where agent_id = ${agent_id} and number < coalesce(${cursor ?? null}::bigint, ${END})
    order by number desc limit ${limit + 1}`)
  return cut(
    rows,
    limit,
    (row) => ({
      ...row,
      number: Number(row.number),
      amount: formatMinor(row.amount),
      fee: formatMinor(row.fee),
      finished_at: toSeconds(row.finished_at),
      reversed_at: row.reversed_at && toSeconds(row.reversed_at),
    }),
    ({ number }) => number.toString(),
  )
}
