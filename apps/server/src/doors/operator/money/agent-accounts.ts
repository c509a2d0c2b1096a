import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

interface Account {
  readonly id: string
  readonly asset: string
  readonly balance: bigint
  /** The lowest balance allowed. */
  readonly floor: bigint | null
}

/** Its row is the lock of everything that belongs to its agent, so it is taken first. */
export const lockFloat = async (tx: Tx, agentId: string): Promise<Account> =>
  only(
    await tx.query<Account>(sql`
      select id, asset, balance, floor from account
      where id = (select float_id from agent where id = ${agentId}) for update`),
  )

/** Hold the float: a statement of its own, so that it sees what whoever held it before has done. */
export const readCommission = async (tx: Tx, agentId: string): Promise<Account> =>
  only(
    await tx.query<Account>(sql`
      select id, asset, balance, floor from account where id = (select commission_id from agent where id = ${agentId})`),
  )
