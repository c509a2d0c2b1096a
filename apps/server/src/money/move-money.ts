import type { LiveTopic } from '@cashbox/contract'
import type { MoneyKind } from '@cashbox/contract/operator'
import { type MoneyTerms, moneyOf, type RequestRow } from '../approvals/approval-request.ts'
import type { Execute } from '../approvals/decide-request.ts'
import { inHundredths, spendDailyCap } from '../approvals/limits.ts'
import { openAccount, postTransfer } from '../ledger/transfers.ts'
import { writeNotice } from '../notices/notice.ts'
import { reverseConfirmation } from '../payments/transactions/reverse-transaction.ts'
import { sql, type Tx, uuid } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { creditHeld, returnHeld } from '../topups/held-topups.ts'
import { lockTopup } from '../topups/topup.ts'
import { lockFloat, readCommission } from './find-subject.ts'

interface OrderedRequest {
  readonly id: string
  readonly kind: MoneyKind
  readonly agent_id: string | null
  readonly topup_id: string | null
  readonly player_transaction_id: string | null
  readonly amount: bigint
  readonly asset: string
  readonly decimals: number
  readonly terms: MoneyTerms
  readonly reason: string
}

export interface Order {
  readonly request: OrderedRequest
  /** All operators who decided it. */
  readonly by: string
  readonly at: Date
}

interface Movement {
  readonly type: 'adjustment' | 'settlement' | 'payout'
  /** The change of the float. */
  readonly amount: bigint
  readonly at: Date
}

const movers: Readonly<Record<MoneyKind, (tx: Tx, order: Order) => Promise<string | null>>> = {
  adjustment: moveFloat,
  payout: moveFloat,
  settlement: settleCommission,
  topup_credit: creditTopup,
  topup_return: returnTopup,
  reversal: reversePayment,
}

const changedTopics: Readonly<Record<MoneyKind, readonly LiveTopic[]>> = {
  adjustment: ['balance'],
  settlement: ['balance'],
  payout: ['balance'],
  topup_credit: ['topups', 'balance'],
  topup_return: ['topups'],
  reversal: ['balance', 'payments', 'transactions'],
}

/** Moves the money of a request by one transfer and returns its ID, or null when nothing was on the books. */
export const moveMoney = (tx: Tx, order: Order) => movers[order.request.kind](tx, order)

/** What a second operator approves counts towards their own daily cap. */
export function moneyExecutors(services: Services): Readonly<Record<MoneyKind, Execute>> {
  const execute: Execute = async (tx, row, { actor, at }) => {
    const request = orderOf(row)
    const transferId = await moveMoney(tx, { request, by: actor.name, at })
    const amount = inHundredths(request)
    await spendDailyCap(tx, { operatorId: actor.operatorId, asset: request.asset, amount, at })
    return { transferId, afterCommit: () => notifyAgent(services, row) }
  }
  return {
    adjustment: execute,
    payout: execute,
    settlement: execute,
    topup_credit: execute,
    topup_return: execute,
    reversal: execute,
  }
}

export function orderOf(row: RequestRow): OrderedRequest {
  const money = moneyOf(row)
  if (!money) throw new Error('the request moves no money')
  const { id, agent_id, topup_id, player_transaction_id } = row
  return { ...money, id, agent_id, topup_id, player_transaction_id }
}

/** To be called after the commit. */
export function notifyAgent({ live }: Services, request: RequestRow) {
  if (request.agent_id !== null) live.publish(request.agent_id, 'notices', ...changedTopics[orderOf(request).kind])
}

/** The other side is the adjustment account of the agent, or the account of manual payouts. */
async function moveFloat(tx: Tx, { request, at }: Order) {
  const { id, reason, kind } = request
  const agentId = agentOf(request)
  const float = await lockFloatFor(tx, request)
  const amount = kind === 'payout' ? -request.amount : request.amount
  if (amount < 0n && float.floor !== null && float.balance + amount < float.floor) {
    throw refusal('agent_float_insufficient')
  }
  const { asset } = float
  const other = await openAccount(
    tx,
    kind === 'payout' ? { agentId, kind: 'rail', party: 'payout', asset } : { agentId, kind: 'adjustment', asset },
  )
  const lines = [
    { accountId: float.id, amount },
    { accountId: other, amount: -amount },
  ]
  const type = kind === 'payout' ? 'payout' : 'adjustment'
  await writeAgentNotice(tx, request, { type, amount, at })
  return postTransfer(tx, { kind: type, reference: id, reason, at, lines })
}

async function settleCommission(tx: Tx, { request, at }: Order) {
  const { id, reason } = request
  const float = await lockFloatFor(tx, request)
  const commission = await readCommission(tx, agentOf(request))
  const { amount } = request
  if (commission.balance < amount) throw refusal('commission_insufficient')
  const lines = [
    { accountId: float.id, amount },
    { accountId: commission.id, amount: -amount },
  ]
  await writeAgentNotice(tx, request, { type: 'settlement', amount, at })
  return postTransfer(tx, { kind: 'settlement', reference: id, reason, at, lines })
}

async function creditTopup(tx: Tx, { request, by, at }: Order) {
  const { terms: fixed, asset, reason } = request
  const topupId = topupOf(request)
  const terms = { rate: fixed.rate ?? '', offsetPercent: fixed.offset_percent ?? '', currencyCode: asset }
  await lockTopup(tx, topupId)
  await lockFloatFor(tx, request)
  await creditHeld(tx, { topupId, by, note: reason, at }, terms, fixed.owner)
  return findTransfer(tx, 'top_up', topupId)
}

async function returnTopup(tx: Tx, { request, by, at }: Order) {
  const topupId = topupOf(request)
  await returnHeld(tx, { topupId, by, note: request.reason, at })
  return findTransfer(tx, 'release', topupId)
}

async function reversePayment(tx: Tx, { request, by, at }: Order) {
  const { player_transaction_id: id, reason } = request
  if (id === null) throw new Error('money request for a reversal has no transaction')
  const outcome = await reverseConfirmation(tx, { id, reason, askedBy: by, at, isAnyAge: true })
  if ('refused' in outcome) throw refusal(outcome.refused)
  return outcome.transferId
}

const writeAgentNotice = (tx: Tx, request: OrderedRequest, { type, amount, at }: Movement) => {
  const { asset: currency_code, reason } = request
  const data = { type, amount: amount.toString(), currency_code, reason }
  return writeNotice(tx, agentOf(request), { kind: 'adjustment', data }, at)
}

async function findTransfer(tx: Tx, kind: 'top_up' | 'release', reference: string): Promise<string | null> {
  const [row] = await tx.query(sql`select id from transfer where kind = ${kind} and reference = ${reference}`, {
    id: uuid,
  })
  return row?.id ?? null
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
