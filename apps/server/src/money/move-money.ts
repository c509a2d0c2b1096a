import type { LiveTopic } from '@cashbox/contract'
import { type MoneyKind, moneyKinds } from '@cashbox/contract/operator'
import type { Tx } from '@cashbox/postgres/database'
import { moneyOf, type RequestRow } from '../approvals/approval-request.ts'
import type { Execute } from '../approvals/decide-request.ts'
import { inHundredths, spendDailyCap } from '../approvals/limits.ts'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { writeNotice } from '../notices/notice.ts'
import { recordPayment } from '../partners/settlement/payments.ts'
import { findPartnerId } from '../partners/settlement/read-position.ts'
import { reverseConfirmation } from '../payments/transactions/reverse-transaction.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { receivedFor } from '../topups/credit-topup.ts'
import { creditHeld, lockHeld, returnHeld } from '../topups/held-topups.ts'
import type { TopupRow } from '../topups/topup.ts'
import { lockFloat, readCommission } from './find-subject.ts'

export type OrderedRequest = ReturnType<typeof orderOf>

export interface Order {
  readonly request: OrderedRequest
  readonly by: string
  readonly at: Date
}

interface FloatChange {
  readonly type: 'adjustment' | 'commission_credit' | 'payout'
  readonly amount: bigint
  readonly at: Date
}

/** How the money of each kind moves, and what the agent's open apps read again. */
const kinds: Readonly<Record<MoneyKind, { move(tx: Tx, order: Order): Promise<void>; topics: readonly LiveTopic[] }>> =
  {
    adjustment: { move: moveFloat, topics: ['balance'] },
    payout: { move: moveFloat, topics: ['balance'] },
    commission_credit: { move: creditCommission, topics: ['balance'] },
    topup_credit: { move: creditTopup, topics: ['topups', 'balance'] },
    topup_return: { move: returnTopup, topics: ['topups'] },
    reversal: { move: reversePayment, topics: ['balance', 'payments', 'transactions'] },
    partner_payment: { move: movePartnerPayment, topics: [] },
    partner_payment_reversal: { move: movePartnerPayment, topics: [] },
  }

/** Moves the money of a request. Nothing moves for a returned token that was not on the books. */
export const moveMoney = (tx: Tx, order: Order) => kinds[order.request.kind].move(tx, order)

/** What a second operator approves counts towards their own daily cap. */
export function moneyExecutors(services: Services): Readonly<Record<MoneyKind, Execute>> {
  const execute: Execute = async (tx, row, { actor, at }) => {
    const request = orderOf(row)
    await moveMoney(tx, { request, by: actor.name, at })
    const amount = inHundredths(request)
    await spendDailyCap(tx, { operatorId: actor.operatorId, asset: request.asset, amount, at })
    return { afterCommit: () => notifyAgent(services, row) }
  }
  return Object.fromEntries(moneyKinds.map((kind) => [kind, execute])) as Record<MoneyKind, Execute>
}

export function orderOf(row: RequestRow) {
  const money = moneyOf(row)
  if (!money) throw new Error('the request moves no money')
  const { id, agent_id, topup_id, player_transaction_id } = row
  return { ...money, id, agent_id, topup_id, player_transaction_id }
}

export function notifyAgent({ live }: Services, request: RequestRow) {
  if (request.agent_id !== null) live.publish(request.agent_id, 'notices', ...kinds[orderOf(request).kind].topics)
}

/** The other side is the network's account of adjustments or of manual payouts. */
async function moveFloat(tx: Tx, { request, at }: Order) {
  const { id: reference, reason } = request
  const float = await lockFloatFor(tx, request)
  const kind = request.kind === 'payout' ? 'payout' : 'adjustment'
  const amount = kind === 'payout' ? -request.amount : request.amount
  if (amount < 0n && float.floor !== null && float.balance + amount < float.floor) {
    throw refusal('agent_float_insufficient')
  }
  const { asset } = float
  const other = await openAccount(
    tx,
    kind === 'payout' ? { kind: 'rail', party: 'payout', asset } : { kind: 'adjustment', asset },
  )
  await writeAgentNotice(tx, request, { type: kind, amount, at })
  await (amount < 0n
    ? postMovement(tx, { kind, reference, from: float.id, to: other, amount: -amount, reason, at })
    : postMovement(tx, { kind, reference, from: other, to: float.id, amount, reason, at }))
}

async function creditCommission(tx: Tx, { request, at }: Order) {
  const { id: reference, amount, reason } = request
  const float = await lockFloatFor(tx, request)
  const commission = await readCommission(tx, agentOf(request))
  if (commission.balance < amount) throw refusal('commission_insufficient')
  await writeAgentNotice(tx, request, { type: 'commission_credit', amount, at })
  await postMovement(tx, {
    kind: 'commission_credit',
    reference,
    from: commission.id,
    to: float.id,
    amount,
    reason,
    at,
  })
}

async function creditTopup(tx: Tx, { request, by, at }: Order) {
  const { terms: fixed, asset, reason } = request
  const topupId = topupOf(request)
  const terms = { rate: fixed.rate ?? '', offsetPercent: fixed.offset_percent ?? '', currencyCode: asset }
  const topup = await lockHeld(tx, topupId)
  refuseOtherPayment(request, topup, receivedFor(topup, terms))
  await lockFloatFor(tx, request)
  await creditHeld(tx, { topupId, by, note: reason, at }, terms, fixed.owner)
}

async function returnTopup(tx: Tx, { request, by, at }: Order) {
  const topup = await lockHeld(tx, topupOf(request))
  refuseOtherPayment(request, topup, BigInt(topup.units))
  await returnHeld(tx, { topupId: topupOf(request), by, note: request.reason, at })
}

/** The provider's history may have shown another sum or another owner since the request was made. */
function refuseOtherPayment({ agent_id, amount, terms }: OrderedRequest, topup: TopupRow, found: bigint | null) {
  const isOtherOwner = terms.owner === undefined && topup.agent_id !== agent_id
  if (isOtherOwner || found !== amount) throw refusal('amount_mismatch')
}

async function reversePayment(tx: Tx, { request, by, at }: Order) {
  const { player_transaction_id: id, reason } = request
  if (id === null) throw new Error('money request for a reversal has no transaction')
  const refused = await reverseConfirmation(tx, { id, reason, askedBy: by, at, isAnyAge: true })
  if (refused !== null) throw refusal(refused)
}

/** The partner has no agent, so nobody gets a notice. Its position is in the partner API. */
async function movePartnerPayment(tx: Tx, { request, at }: Order) {
  const { id, amount, asset, reason, terms } = request
  const { partner = '', direction = 'in', paid_on: paidOn = '', bank_reference: bankReference = '', reverses } = terms
  const partnerId = await findPartnerId(tx, partner)
  const key = { partnerId, currencyCode: asset }
  const bankLine = { direction, amount, paidOn, bankReference, reverses: reverses ?? null }
  await recordPayment(tx, { id, ...key, ...bankLine, reason, at })
}

const writeAgentNotice = (tx: Tx, request: OrderedRequest, { type, amount, at }: FloatChange) => {
  const { asset: currency_code, reason } = request
  const data = { type, amount: amount.toString(), currency_code, reason }
  return writeNotice(tx, agentOf(request), { kind: 'adjustment', data }, at)
}

/** A new agent may have been given accounts in another currency since the request was made. */
async function lockFloatFor(tx: Tx, request: OrderedRequest) {
  const float = await lockFloat(tx, agentOf(request))
  if (float.asset !== request.asset) throw refusal('currency_mismatch')
  return float
}

function agentOf({ agent_id }: OrderedRequest): string {
  if (agent_id === null) throw new Error('money request has no agent')
  return agent_id
}

function topupOf({ topup_id }: OrderedRequest): string {
  if (topup_id === null) throw new Error('money request has no top-up')
  return topup_id
}
