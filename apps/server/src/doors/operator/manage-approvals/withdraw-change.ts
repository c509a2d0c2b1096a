import type { ParsedInputOf } from '@cashbox/contract'
import type { withdrawChangeRequest as call } from '@cashbox/contract/operator'
import { showChangeRequest } from '../../../domain/approvals/change-request.ts'
import { endChange, lockWaiting } from '../../../domain/approvals/end-change.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { ApprovalServices, Asked } from './services.ts'

/** Ends a waiting request of one's own. */
export async function withdrawChange(
  { db, clock }: ApprovalServices,
  { input, operator, actor }: Asked<ParsedInputOf<typeof call>>,
) {
  const at = clock.now()
  const request = await db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, input.request_id, input.version, at)
    if (waiting.requested_by !== operator.operatorId) throw refusal('not_the_requester')
    return endChange(tx, waiting, { state: 'withdrawn', action: 'change.withdraw', actor, at })
  })
  return { request: showChangeRequest(request) }
}
