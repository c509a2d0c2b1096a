import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'

/** Distinguishes an agent with an empty list from an unknown agent. */
export async function refuseUnknown(db: Queryable, agentId: string): Promise<void> {
  const found = await db.execute(sql`select 1 from agent where id = ${agentId}`)
  if (found === 0) throw refusal('not_found')
}

/** The first `limit` of rows that were asked for with one more, and where the next page begins. */
export function cut<Row, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { list: page.map(show), next_cursor: last === undefined ? null : cursorOf(last) }
}
