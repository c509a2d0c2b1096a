import type { Clock } from '../../platform/clock.ts'
import { uuid } from '../../platform/db/columns.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { findChangeRequest } from './change-request.ts'
import { endChange, expiredBefore } from './end-change.ts'

const CASHBOX = { operatorId: null, name: 'Cashbox', ip: null }

/** Ends the requests that no second operator has decided in time. What was asked for long ago may no longer be meant. */
export const expireChanges = (db: Database, clock: Clock): Promise<void> =>
  db.transaction((tx) => expireRequests(tx, clock.now()))

export async function expireRequests(tx: Tx, at: Date): Promise<void> {
  const old = await tx.query(
    sql`
      select id from change_request where state = 'pending' and requested_at < ${expiredBefore(at)}
      order by number for update skip locked`,
    { id: uuid },
  )
  for (const { id } of old) {
    const request = await findChangeRequest(tx, id)
    if (request) await endChange(tx, request, { state: 'expired', action: 'change.expire', actor: CASHBOX, at })
  }
}
