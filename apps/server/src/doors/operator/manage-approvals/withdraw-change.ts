import type { ParsedInputOf } from '@cashbox/contract'
import type { withdrawChangeRequest as call } from '@cashbox/contract/operator'
import { showChangeRequest } from '../../../domain/approvals/change-request.ts'
import { refusal } from '../../../platform/refusal.ts'
import { endChange, lockWaiting } from './end-change.ts'
import type { ApprovalServices, Asked } from './services.ts'

/** Ends a waiting request of one's own. */
export async function withdrawChange(
  { db, clock }: ApprovalServices,
  { input, operator, actor }: Asked<ParsedInputOf<typeof call>>,
) {
  const request = await db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, input.request_id, input.version)
    if (waiting.requested_by !== operator.operatorId) throw refusal('not_the_requester')
    return endChange(tx, waiting, { state: 'withdrawn', action: 'change.withdraw', actor, at: clock.now() })
  })
  return { request: showChangeRequest(request) }
}
