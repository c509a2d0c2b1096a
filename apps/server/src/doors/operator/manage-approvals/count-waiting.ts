import type { Endpoint } from '@cashbox/contract'
import { decideAgent, decideMoneyRequest, listHeldTopups, operatorApi } from '@cashbox/contract/operator'
import { mayDecide } from '../../../domain/approvals/change-request.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { int8 } from '../../../platform/db/columns.ts'
import { type Database, only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** More than that is not worth counting for a mark beside a name. */
const MOST = 1000

/** What waits for this operator. Each part has an index that holds only what waits. */
export async function countWaiting(db: Database, { operatorId, role }: SignedInOperator) {
  const may = (call: Endpoint) =>
    operatorApi.some(([endpoint, who]) => endpoint === call && (who as readonly string[]).includes(role))
  const { changes, money, applications, held } = only(
    await db.query(
      sql`
        select (select count(*) from change_request as request join operator on operator.id = ${operatorId}
                where request.state = 'pending' and ${mayDecide()}) as changes,
               (select count(*) from money_request
                where state = 'pending' and requested_by <> ${operatorId} and ${may(decideMoneyRequest)}) as money,
               (select count(*) from (
                  select 1 from agent where status = 'pending' and queue_place = 0 and ${may(decideAgent)}
                  limit ${MOST}) as agent) as applications,
               (select count(*) from (
                  select 1 from topup where state = 'held' and ${may(listHeldTopups)} limit ${MOST}) as topup) as held`,
      { changes: int8, money: int8, applications: int8, held: int8 },
    ),
  )
  return {
    change_requests: Number(changes),
    money_requests: Number(money),
    applications: Number(applications),
    held_topups: Number(held),
  }
}
