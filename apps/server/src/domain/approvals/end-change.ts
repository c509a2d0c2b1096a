import type { RefusalCode } from '@cashbox/contract'
import { CHANGE_REQUEST_DAYS, type ChangeState } from '@cashbox/contract/operator'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { type Actor, changesBetween, writeAudit } from '../operators/audit.ts'
import { type ChangeRequestRow, factsOf, findChangeRequest } from './change-request.ts'

/** A request that was made before this moment has run out. */
export const expiredBefore = (at: Date) => new Date(at.getTime() - CHANGE_REQUEST_DAYS * 24 * 60 * 60 * 1000)

/** Held until it is decided: another who decides or withdraws waits, and then finds it ended. */
export async function lockWaiting(tx: Tx, id: string, version: number, at: Date): Promise<ChangeRequestRow> {
  await tx.execute(sql`select 1 from change_request where id = ${id} for update`)
  const row = await findChangeRequest(tx, id)
  if (!row) throw refusal('not_found')
  if (row.state !== 'pending' || row.version !== version) throw refusal('version_conflict')
  if (row.requested_at < expiredBefore(at)) throw refusal('request_expired')
  return row
}

interface End {
  readonly state: Exclude<ChangeState, 'pending'>
  readonly action: 'change.approve' | 'change.reject' | 'change.withdraw' | 'change.expire'
  readonly actor: Actor
  readonly at: Date
  readonly note?: string | undefined
  readonly failure?: RefusalCode
}

/** Ends a request that is held, and writes down how. No second operator decided one that was withdrawn or has run out. */
export async function endChange(tx: Tx, before: ChangeRequestRow, end: End): Promise<ChangeRequestRow> {
  const { state, action, actor, at, note, failure } = end
  const decidedBy = state === 'withdrawn' || state === 'expired' ? null : actor.operatorId
  await tx.execute(sql`
    update change_request set state = ${state}, decided_by = ${decidedBy}, decided_at = ${at}, note = ${note ?? null},
      failure = ${failure ?? null}, version = version + 1
    where id = ${before.id}`)
  const after = await findChangeRequest(tx, before.id)
  if (!after) throw new Error('change request not found after it was decided')
  await writeAudit(tx, {
    at,
    actor,
    action,
    subject: { kind: 'change_request', id: before.id },
    reason: note ?? null,
    ...changesBetween(factsOf(before), factsOf(after)),
  })
  return after
}
