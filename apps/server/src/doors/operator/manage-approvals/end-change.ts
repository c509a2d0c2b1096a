import type { RefusalCode } from '@cashbox/contract'
import type { RequestState } from '@cashbox/contract/operator'
import { type ChangeRequestRow, factsOf, findChangeRequest } from '../../../domain/approvals/change-request.ts'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

/** Held until it is decided: another who decides or withdraws waits, and then finds it ended. */
export async function lockWaiting(tx: Tx, id: string, version: number): Promise<ChangeRequestRow> {
  await tx.execute(sql`select 1 from change_request where id = ${id} for update`)
  const row = await findChangeRequest(tx, id)
  if (!row) throw refusal('not_found')
  if (row.state !== 'pending' || row.version !== version) throw refusal('version_conflict')
  return row
}

interface End {
  readonly state: Exclude<RequestState, 'pending'>
  readonly action: 'change.approve' | 'change.reject' | 'change.withdraw'
  readonly actor: Actor
  readonly at: Date
  readonly note?: string | undefined
  readonly failure?: RefusalCode
}

/** Ends a request that is held, and writes down how. A withdrawn one was decided by no second operator. */
export async function endChange(tx: Tx, before: ChangeRequestRow, end: End): Promise<ChangeRequestRow> {
  const { state, action, actor, at, note, failure } = end
  await tx.execute(sql`
    update change_request set state = ${state}, decided_by = ${state === 'withdrawn' ? null : actor.operatorId},
      decided_at = ${at}, note = ${note ?? null}, failure = ${failure ?? null}, version = version + 1
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
