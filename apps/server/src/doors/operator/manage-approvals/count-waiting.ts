import { decideMoneyRequest, operatorApi } from '@cashbox/contract/operator'
import { mayDecide } from '../../../domain/approvals/change-request.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { int8 } from '../../../platform/db/columns.ts'
import { type Database, only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What waits for this operator's decision. */
export async function countWaiting(db: Database, { operatorId, role }: SignedInOperator) {
  const mayDecideMoney = operatorApi.some(
    ([endpoint, who]) => endpoint === decideMoneyRequest && (who as readonly string[]).includes(role),
  )
  const { changes, money } = only(
    await db.query(
      sql`
        select (select count(*) from change_request as request join operator on operator.id = ${operatorId}
                where request.state = 'pending' and ${mayDecide()}) as changes,
               (select count(*) from money_request
                where state = 'pending' and requested_by <> ${operatorId} and ${mayDecideMoney}) as money`,
      { changes: int8, money: int8 },
    ),
  )
  return { change_requests: Number(changes), money_requests: Number(money) }
}
