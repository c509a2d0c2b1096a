import { int8, nullable, type RowOf, text, uuid } from '../platform/database/columns.ts'
import { only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const accountColumns = {
  id: uuid,
  asset: text,
  balance: int8,
  /** The lowest balance allowed. */
  floor: nullable(int8),
}
type Account = RowOf<typeof accountColumns>

/** Its row is the lock of everything that belongs to its agent, so it is taken first. */
export const lockFloat = async (tx: Tx, agentId: string): Promise<Account> =>
  only(
    await tx.query(
      sql`
        select id, asset, balance, floor from account
        where id = (select float_id from agent where id = ${agentId}) for update`,
      accountColumns,
    ),
  )

/** Locks the float. A statement of its own, so that it sees what the last holder of the lock has done. */
export const readCommission = async (tx: Tx, agentId: string): Promise<Account> =>
  only(
    await tx.query(
      sql`
        select id, asset, balance, floor from account where id = (select commission_id from agent where id = ${agentId})`,
      accountColumns,
    ),
  )
