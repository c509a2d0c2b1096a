import { bool, uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Null where there is no such cashbox. */
export async function findAgent(db: Queryable, cashId: string): Promise<{ id: string; is_demo: boolean } | null> {
  const [agent] = await db.query(sql`select id, is_demo from agent where cash_id = ${cashId}::bigint`, {
    id: uuid,
    is_demo: bool,
  })
  return agent ?? null
}
