import { formatMinor, type OutputOf, type ParsedInputOf, transactionTypes } from '@cashbox/contract'
import type { listAgentConfirmations } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { int4, int8, nullable, oneOf, text, timestamptz } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { cut, refuseUnknown } from './known-agent.ts'

/** Above every number that an agent's confirmations will have. */
export const END = 9_007_199_254_740_991n

const confirmationColumns = {
  number: int8,
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  fee: int8,
  fee_bp: int4,
  player_id: text,
  finished_at: timestamptz,
  reversed_at: nullable(timestamptz),
}

export async function listConfirmations(
  db: Database,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentConfirmations>,
): Promise<OutputOf<typeof listAgentConfirmations>> {
  await refuseUnknown(db, agent_id)
  const rows = await db.query(
    sql`
      select number, transaction_id, type, amount, fee, fee_bp, player_id, finished_at,
             (select reversed_at from reversal where reversal.player_transaction_id = confirmation.player_transaction_id)
      from confirmation where agent_id = ${agent_id} and number < coalesce(${cursor ?? null}::bigint, ${END})
      order by number desc limit ${limit + 1}`,
    confirmationColumns,
  )
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
