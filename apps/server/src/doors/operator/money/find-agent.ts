import { bool, uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Null where there is no such cashbox. */
export async function findAgent(db: Queryable, cashId: string): Promise<{ id: string; is_demo: boolean } | null> {
  const [agent] = await db.query(sql`select id, is_demo from agent where cash_id = ${cashId}::bigint`, {
    id: uuid,
    is_demo: bool,
  })
  return agent ?? null
}
