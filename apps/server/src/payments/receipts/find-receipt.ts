import { transactionTypes } from '@cashbox/contract'
import { bool, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const columns = {
  code: text,
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  currency_code: text,
  player_id: text,
  finished_at: timestamptz,
  reversed_at: nullable(timestamptz),
  cash_id: int8,
  city: nullable(text),
  country_code: nullable(text),
  timezone: text,
  is_demo: bool,
}

export type FoundReceipt = RowOf<typeof columns>

/** A receipt with the payment as it is today; null if the code was never issued. */
export async function findReceipt(db: Queryable, code: string): Promise<FoundReceipt | null> {
  const [receipt] = await db.query(
    sql`
      select receipt.code, confirmation.transaction_id, confirmation.type, confirmation.amount, channel.currency_code,
             confirmation.player_id, confirmation.finished_at, reversal.reversed_at,
             agent.cash_id, agent.city, agent.country_code, agent.timezone, agent.is_demo
      from receipt
      join confirmation using (player_transaction_id)
      join agent on agent.id = confirmation.agent_id
      join channel on channel.id = agent.channel_id
      left join reversal using (player_transaction_id)
      where receipt.code = ${code}`,
    columns,
  )
  return receipt ?? null
}
