import type { ParsedInputOf } from '@cashbox/contract'
import type { decideMoneyRequest, withdrawMoneyRequest } from '@cashbox/contract/operator'
import { changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refusal } from '../../../platform/refusal.ts'
import { attempt } from './attempt.ts'
import { carryOut } from './carry-out.ts'
import type { Asker } from './create-request.ts'
import { endRequest, tellAgent } from './end-request.ts'
import { factsOf, findRequest, lockWaiting, type RequestRow, show } from './money-request.ts'
import type { MoneyServices } from './services.ts'

type Decision = ParsedInputOf<typeof decideMoneyRequest>

/** The second pair of eyes. What was approved is carried out in the same transaction, or ends as failed. */
export async function decideRequest(services: MoneyServices, decision: Decision, asker: Asker) {
  const { request_id: id, note } = decision
  const at = services.clock.now()
  const request = await services.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, id, decision.version)
    if (waiting.requested_by === asker.operatorId) throw refusal('not_own_request')
    const decided = { at, decidedBy: asker.operatorId, note }
    if (decision.decision === 'refuse') await endRequest(tx, id, { state: 'refused', ...decided })
    else await endRequest(tx, id, { ...(await approve(tx, waiting, asker, at)), ...decided })
    return audit(tx, { before: waiting, action: `money.${decision.decision}`, note, asker, at })
  })
  tellAgent(services, request)
  return { request: show(request) }
}

async function approve(tx: Tx, request: RequestRow, { actor }: Asker, at: Date) {
  const by = `${request.requester}, approved by ${actor.name}`
  const outcome = await attempt(tx, () => carryOut(tx, { request, by, at }))
  return 'refused' in outcome
    ? ({ state: 'failed', failure: outcome.refused } as const)
    : ({ state: 'done', transferId: outcome.value } as const)
}

type Withdrawal = ParsedInputOf<typeof withdrawMoneyRequest>

/** Whoever asked thinks better of it. */
export async function withdrawRequest({ db, clock }: MoneyServices, { request_id, version }: Withdrawal, asker: Asker) {
  const at = clock.now()
  const request = await db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, request_id, version)
    if (waiting.requested_by !== asker.operatorId) throw refusal('only_own_request')
    await endRequest(tx, request_id, { state: 'withdrawn', at })
    return audit(tx, { before: waiting, action: 'money.withdraw', asker, at })
  })
  return { request: show(request) }
}

interface Ended {
  readonly before: RequestRow
  readonly action: string
  readonly note?: string | undefined
  readonly asker: Asker
  readonly at: Date
}

/** Writes down how a request ended, and answers with it as it is now. */
async function audit(tx: Tx, { before, action, note, asker, at }: Ended): Promise<RequestRow> {
  const after = await findRequest(tx, before.id)
  if (!after) throw new Error('a request is gone')
  await writeAudit(tx, {
    at,
    actor: asker.actor,
    action,
    subject: { kind: 'money_request', id: before.id },
    reason: note ?? null,
    ...changesBetween(factsOf(before), factsOf(after)),
  })
  return after
}
