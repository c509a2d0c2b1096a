import type { ParsedInputOf } from '@cashbox/contract'
import type { previewMoneyRequest } from '@cashbox/contract/operator'
import { lockHeld } from '../../../domain/topups/decide-topup.ts'
import { findTerms } from '../../../domain/topups/find-terms.ts'
import { bool, int8, nullable, text, uuid } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { lockFloat, readCommission } from './agent-accounts.ts'
import { findAgent } from './find-agent.ts'
import type { Subject } from './money-request.ts'
import type { MoneyServices } from './services.ts'

/** What moves money, of a request or of its preview. */
type Wish = ParsedInputOf<typeof previewMoneyRequest>
type WishOf<Kind extends Wish['kind']> = Extract<Wish, { kind: Kind }>

const CURRENCY_DECIMALS = 2

/** Fixes what a wish is about: whose money, how much of it, at which terms. About one thing one request waits at a time. */
export async function findSubject(tx: Tx, services: MoneyServices, wish: Wish): Promise<Subject> {
  const subject = await subjectOf(tx, services, wish)
  if (await isWaitedFor(tx, subject)) throw refusal('request_already_waiting')
  return subject
}

function subjectOf(tx: Tx, services: MoneyServices, wish: Wish): Promise<Subject> {
  if (wish.kind === 'topup_credit') return ofCredit(tx, services, wish)
  if (wish.kind === 'topup_return') return ofReturn(tx, wish)
  if (wish.kind === 'reversal') return ofReversal(tx, wish)
  return ofAgent(tx, wish)
}

async function ofAgent(tx: Tx, wish: WishOf<'adjustment' | 'payout' | 'settlement'>): Promise<Subject> {
  const agentId = await agentOf(tx, wish.cash_id)
  const { asset } = await lockFloat(tx, agentId)
  const amount = wish.amount ?? (await readCommission(tx, agentId)).balance
  if (amount <= 0n && wish.kind === 'settlement') throw refusal('commission_insufficient')
  const payload = wish.kind === 'payout' && wish.paid_to !== undefined ? { paid_to: wish.paid_to } : {}
  return { kind: wish.kind, agentId, amount, asset, decimals: CURRENCY_DECIMALS, payload }
}

async function ofCredit(tx: Tx, services: MoneyServices, wish: WishOf<'topup_credit'>): Promise<Subject> {
  const owner = wish.cash_id === undefined ? undefined : await agentOf(tx, wish.cash_id)
  const { terms, agentId, received } = await findTerms(tx, services, { topupId: wish.topup_id, owner, rate: wish.rate })
  return {
    kind: wish.kind,
    agentId,
    topupId: wish.topup_id,
    amount: received,
    asset: terms.currencyCode,
    decimals: CURRENCY_DECIMALS,
    payload: { rate: terms.rate, offset_percent: terms.offsetPercent, ...(owner === undefined ? {} : { owner }) },
  }
}

async function ofReturn(tx: Tx, wish: WishOf<'topup_return'>): Promise<Subject> {
  const topup = await lockHeld(tx, wish.topup_id)
  const { agent_id: agentId, units, coin: asset, decimals } = topup
  return { kind: wish.kind, agentId, topupId: topup.id, amount: BigInt(units), asset, decimals, payload: {} }
}

async function ofReversal(tx: Tx, wish: WishOf<'reversal'>): Promise<Subject> {
  const [found] = await tx.query(
    sql`
      select tx.id, confirmation.agent_id, tx.amount, channel.currency_code as asset, channel.is_demo
      from player_transaction as tx join channel on channel.id = tx.channel_id
      left join confirmation on confirmation.player_transaction_id = tx.id
      where tx.transaction_id = ${wish.transaction_id}`,
    { id: uuid, agent_id: nullable(uuid), amount: int8, asset: text, is_demo: bool },
  )
  if (!found) throw refusal('transaction_unknown')
  if (found.is_demo) throw refusal('demo_not_allowed')
  const { id, agent_id: agentId, amount, asset } = found
  if (agentId === null) throw refusal('transaction_not_confirmed')
  return {
    kind: wish.kind,
    agentId,
    playerTransactionId: id,
    amount,
    asset,
    decimals: CURRENCY_DECIMALS,
    payload: {},
  }
}

/** Two who ask at the same moment are kept apart by the database. */
async function isWaitedFor(tx: Tx, { topupId, playerTransactionId }: Subject): Promise<boolean> {
  if (topupId === undefined && playerTransactionId === undefined) return false
  const waiting = await tx.execute(sql`
    select 1 from money_request
    where state = 'pending' and (topup_id = ${topupId ?? null} or player_transaction_id = ${playerTransactionId ?? null})`)
  return waiting > 0
}

async function agentOf(tx: Tx, cashId: string): Promise<string> {
  const agent = await findAgent(tx, cashId)
  if (!agent) throw refusal('cashbox_unknown')
  if (agent.is_demo) throw refusal('demo_not_allowed')
  return agent.id
}
