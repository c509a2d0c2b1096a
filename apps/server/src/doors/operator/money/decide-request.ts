import type { ParsedInputOf } from '@cashbox/contract'
import type { decideMoneyRequest as call } from '@cashbox/contract/operator'
import { inHundredths } from '../../../domain/approvals/approval-limits.ts'
import { spendDailyCap } from '../../../domain/approvals/spend-daily-cap.ts'
import { attempt, type Tx } from '../../../platform/db/database.ts'
import { refusal } from '../../../platform/refusal.ts'
import { auditEnd } from './audit-end.ts'
import { carryOut } from './carry-out.ts'
import type { Asker } from './create-request.ts'
import { endRequest, tellAgent } from './end-request.ts'
import { lockWaiting, type RequestRow, showMoneyRequest } from './money-request.ts'
import type { MoneyServices } from './services.ts'

type Decision = ParsedInputOf<typeof call>

/** The second pair of eyes. What was approved is carried out in the same transaction, or ends as failed. */
export async function decideRequest(services: MoneyServices, decision: Decision, asker: Asker) {
  const at = services.clock.now()
  const request = await services.db.transaction((tx) => decideRequestIn(tx, decision, asker, at))
  tellAgent(services, request)
  return { request: showMoneyRequest(request) }
}

export async function decideRequestIn(tx: Tx, decision: Decision, asker: Asker, at: Date): Promise<RequestRow> {
  const { request_id: id, note } = decision
  const waiting = await lockWaiting(tx, id, decision.version)
  if (waiting.requested_by === asker.operatorId) throw refusal('own_request_not_allowed')
  const decided = { at, decidedBy: asker.operatorId, note }
  if (decision.decision === 'reject') await endRequest(tx, id, { state: 'rejected', ...decided })
  else {
    const end = await approve(tx, waiting, asker, at)
    await endRequest(tx, id, { ...end, ...decided })
    if (end.state === 'completed') await spendDailyCap(tx, { ...spendingOf(waiting), operatorId: asker.operatorId, at })
  }
  return auditEnd(tx, { before: waiting, action: `money.${decision.decision}`, note, asker, at })
}

const spendingOf = ({ asset, amount, decimals }: RequestRow) => ({
  asset,
  amount: inHundredths({ amount: BigInt(amount), decimals }),
})

async function approve(tx: Tx, request: RequestRow, { actor }: Asker, at: Date) {
  const by = `${request.requester}, approved by ${actor.name}`
  const outcome = await attempt(tx, () => carryOut(tx, { request, by, at }))
  return 'refused' in outcome
    ? ({ state: 'failed', failure: outcome.refused.reason.code } as const)
    : ({ state: 'completed', transferId: outcome.value } as const)
}
