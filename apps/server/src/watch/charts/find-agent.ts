import { int8, nullable, text, uuid } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'

/** What the charts of an agent need to know of them. */
export async function findAgent(db: Database, agentId: string) {
  const [agent] = await db.query(
    sql`
      select channel.currency_code, agent.float_id, agent.timezone, account.balance, account.floor
      from agent join channel on channel.id = agent.channel_id join account on account.id = agent.float_id
      where agent.id = ${agentId}`,
    { currency_code: text, float_id: uuid, timezone: text, balance: int8, floor: nullable(int8) },
  )
  if (!agent) throw refusal('not_found')
  return agent
}
