import type { StatementAccount } from '@cashbox/contract'
import { int8, type RowOf, text, uuid } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const columns = { id: uuid, agent_id: uuid, asset: text, balance: int8 }

/** The balance or the commission of one agent. */
export type Account = RowOf<typeof columns>

export const findAccount = async (db: Queryable, agentId: string, account: StatementAccount): Promise<Account> =>
  only(
    await db.query(
      sql`
        select account.id, agent.id as agent_id, account.asset, account.balance
        from agent
        join account on account.id = case ${account} when 'float' then agent.float_id else agent.commission_id end
        where agent.id = ${agentId}`,
      columns,
    ),
  )
