import type { ParsedInputOf } from '@cashbox/contract'
import type { withdrawMoneyRequest as call } from '@cashbox/contract/operator'
import { refusal } from '../../../platform/refusal.ts'
import { auditEnd } from './audit-end.ts'
import type { Asker } from './create-request.ts'
import { endRequest } from './end-request.ts'
import { lockWaiting, showMoneyRequest } from './money-request.ts'
import type { MoneyServices } from './services.ts'

type Withdrawal = ParsedInputOf<typeof call>

/** Ends a waiting request of one's own. */
export async function withdrawRequest({ db, clock }: MoneyServices, { request_id, version }: Withdrawal, asker: Asker) {
  const at = clock.now()
  const request = await db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, request_id, version)
    if (waiting.requested_by !== asker.operatorId) throw refusal('not_the_requester')
    await endRequest(tx, request_id, { state: 'withdrawn', at })
    return auditEnd(tx, { before: waiting, action: 'money.withdraw', asker, at })
  })
  return { request: showMoneyRequest(request) }
}
