import type { TransactionType } from '@cashbox/contract'
import { int8 } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** How many of a type, or of both, an agent had confirmed before a moment: read off the number of the last one. */
export async function countConfirmed(
  db: Queryable,
  agentId: string,
  type: TransactionType | null,
  before: Date | null,
): Promise<bigint> {
  const rows = await db.query(
    sql`
      select coalesce((
        select case when ${type}::text is null then number when type = ${type} then type_number else number - type_number end
        from confirmation
        where agent_id = ${agentId} and finished_at < coalesce(${before}::timestamptz, 'infinity')
        order by finished_at desc, number desc limit 1), 0) as count`,
    { count: int8 },
  )
  return only(rows).count
}
