import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { listChangeRequests as call } from '@cashbox/contract/operator'
import {
  changeRequestColumns,
  mayDecide,
  selectChangeRequests,
  showChangeRequest,
} from '../../../domain/approvals/change-request.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ApprovalServices, Asked } from './services.ts'

const all = sql``

/** Newest first, by the number that they have. */
export async function listChanges(
  { db }: ApprovalServices,
  { input, operator: { operatorId } }: Asked<ParsedInputOf<typeof call>>,
): Promise<OutputOf<typeof call>> {
  const { state, kind, requested_by, for_me, limit, cursor } = input
  const rows = await db.query(
    sql`
      ${selectChangeRequests()}
      where true
        ${state === undefined ? all : sql`and request.state = ${state}`}
        ${kind === undefined ? all : sql`and request.kind = ${kind}`}
        ${requested_by === undefined ? all : sql`and request.requested_by = ${requested_by}`}
        ${
          for_me === undefined
            ? all
            : sql`and request.state = 'pending'
                  and exists (select 1 from operator where operator.id = ${operatorId} and ${mayDecide()})`
        }
        ${cursor === undefined ? all : sql`and request.number < ${cursor}`}
      order by request.number desc limit ${limit + 1}`,
    changeRequestColumns,
  )
  const page = rows.slice(0, limit)
  return {
    list: page.map(showChangeRequest),
    next_cursor: rows.length > limit ? String(page.at(-1)?.number) : null,
  }
}
