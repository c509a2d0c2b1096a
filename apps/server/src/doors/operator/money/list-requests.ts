import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listMoneyRequests as call } from '@cashbox/contract/operator'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { findAgent } from './find-agent.ts'
import { requestColumns, selectRequests, showMoneyRequest } from './money-request.ts'

const all = sql``

/** Newest first, by the number that they have. */
export async function listRequests(
  db: Database,
  { state, kind, cash_id, requested_by, limit, cursor }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const agent = cash_id === undefined ? undefined : await findAgent(db, cash_id)
  if (agent === null) return { list: [], next_cursor: null }
  const rows = await db.query(
    sql`
      ${selectRequests}
      where true
        ${state === undefined ? all : sql`and request.state = ${state}`}
        ${kind === undefined ? all : sql`and request.kind = ${kind}`}
        ${requested_by === undefined ? all : sql`and request.requested_by = ${requested_by}`}
        ${agent === undefined ? all : sql`and request.agent_id = ${agent.id}`}
        ${cursor === undefined ? all : sql`and request.number < ${cursor}`}
      order by request.number desc limit ${limit + 1}`,
    requestColumns,
  )
  const page = rows.slice(0, limit)
  return {
    list: page.map(showMoneyRequest),
    next_cursor: rows.length > limit ? String(page.at(-1)?.number) : null,
  }
}
