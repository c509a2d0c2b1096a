import { randomUUID } from 'node:crypto'
import type { ParsedInputOf } from '@cashbox/contract'
import type { MoneyKind, previewMoneyRequest } from '@cashbox/contract/operator'
import { col, type Queryable, query, queryOne, type RowOf, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import type { MoneyTerms } from '../approvals/approval-request.ts'
import { findReversible, refuseUnknownCurrency } from '../partners/settlement/payments.ts'
import { dayOf } from '../platform/clock.ts'
import { queryFirst } from '../platform/query-first.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findTerms, lockHeld } from '../topups/held-topups.ts'

type Input = ParsedInputOf<typeof previewMoneyRequest>
type InputOf<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>

export interface Subject {
  readonly kind: MoneyKind
  readonly agentId: string | null
  readonly topupId?: string
  readonly playerTransactionId?: string
  /** Of a payment between network and partner: the partner, or the payment that is taken back. */
  readonly partner?: { readonly kind: 'partner' | 'partner_payment'; readonly id: string; readonly name: string }
  /** In the smallest unit of the asset; negative for an adjustment that takes money. */
  readonly amount: bigint
  readonly asset: string
  readonly decimals: number
  readonly terms: MoneyTerms
}

type Account = RowOf<typeof accountColumns>

const CURRENCY_DECIMALS = 2

const accountColumns = {
  id: col.int8,
  asset: col.text,
  balance: col.int8,
  /** The lowest balance allowed. */
  floor: col.nullable(col.int8),
}

/** Fixes whose money a request moves, how much, and on which terms. Refuses if another request about it is pending. */
export async function findSubject(tx: Tx, services: Services, input: Input): Promise<Subject> {
  const subject = await findByKind(tx, services, input)
  if (await hasPendingRequest(tx, subject)) throw refusal('request_already_waiting')
  return subject
}

function findByKind(tx: Tx, services: Services, input: Input): Promise<Subject> {
  if (input.kind === 'topup_credit') return findCreditSubject(tx, services, input)
  if (input.kind === 'topup_return') return findReturnSubject(tx, input)
  if (input.kind === 'reversal') return findReversalSubject(tx, input)
  if (input.kind === 'partner_payment') return findPaymentSubject(tx, services, input)
  if (input.kind === 'partner_payment_reversal') return findPaymentReversalSubject(tx, services, input)
  return findAgentSubject(tx, input)
}

async function findAgentSubject(
  tx: Tx,
  input: InputOf<'adjustment' | 'payout' | 'commission_credit'>,
): Promise<Subject> {
  const agentId = await requireAgent(tx, input.cash_id)
  const { asset } = await lockFloat(tx, agentId)
  const amount = input.amount ?? (await readCommission(tx, agentId)).balance
  if (amount <= 0n && input.kind === 'commission_credit') throw refusal('commission_insufficient')
  const terms = input.kind === 'payout' && input.paid_to !== undefined ? { paid_to: input.paid_to } : {}
  return { kind: input.kind, agentId, amount, asset, decimals: CURRENCY_DECIMALS, terms }
}

async function findCreditSubject(tx: Tx, services: Services, input: InputOf<'topup_credit'>): Promise<Subject> {
  const owner = input.cash_id === undefined ? undefined : await requireAgent(tx, input.cash_id)
  const {
    terms: found,
    agentId,
    received,
  } = await findTerms(tx, services, { topupId: input.topup_id, owner, rate: input.rate })
  return {
    kind: input.kind,
    agentId,
    topupId: input.topup_id,
    amount: received,
    asset: found.currencyCode,
    decimals: CURRENCY_DECIMALS,
    terms: { rate: found.rate, offset_percent: found.offsetPercent, ...(owner === undefined ? {} : { owner }) },
  }
}

async function findReturnSubject(tx: Tx, input: InputOf<'topup_return'>): Promise<Subject> {
  const topup = await lockHeld(tx, input.topup_id)
  const { agent_id: agentId, units, coin: asset, decimals } = topup
  return { kind: input.kind, agentId, topupId: topup.id, amount: BigInt(units), asset, decimals, terms: {} }
}

async function findReversalSubject(tx: Tx, input: InputOf<'reversal'>): Promise<Subject> {
  const [found] = await query(tx, {
    id: col.uuid,
    agent_id: col.nullable(col.uuid),
    amount: col.int8,
    asset: col.text,
    is_demo: col.bool,
  })`
    select transaction.id, confirmation.agent_id, transaction.amount, channel.currency_code as asset, channel.is_demo
    from player_transaction as transaction join channel on channel.id = transaction.channel_id
    left join confirmation on confirmation.player_transaction_id = transaction.id
    where transaction.transaction_id = ${input.transaction_id}`
  if (!found) throw refusal('transaction_unknown')
  if (found.is_demo) throw refusal('demo_not_allowed')
  const { id, agent_id: agentId, amount, asset } = found
  if (agentId === null) throw refusal('transaction_not_confirmed')
  return {
    kind: input.kind,
    agentId,
    playerTransactionId: id,
    amount,
    asset,
    decimals: CURRENCY_DECIMALS,
    terms: {},
  }
}

/** Money comes in or leaves at the bank, where Cashbox can't see it, so a second operator always looks at it. */
export const isAlwaysApproved = ({ kind }: { readonly kind: MoneyKind }): boolean =>
  kind === 'partner_payment' || kind === 'partner_payment_reversal'

async function findPaymentSubject(tx: Tx, { clock }: Services, input: InputOf<'partner_payment'>): Promise<Subject> {
  const partner = await requirePartner(tx, sql`code = ${input.partner}`)
  await refuseUnknownCurrency(tx, input.currency_code)
  // A preview works before they are typed.
  const { paid_on = dayOf(clock.now()), bank_reference = `preview ${randomUUID()}` } = input
  if (paid_on > dayOf(new Date(clock.now().getTime() + FURTHEST_ZONE_MS))) {
    throw invalidFields({ paid_on: [{ code: 'invalid' }] })
  }
  return {
    kind: input.kind,
    agentId: null,
    partner: { kind: 'partner', id: partner.code, name: partner.name },
    amount: input.amount,
    asset: input.currency_code,
    decimals: CURRENCY_DECIMALS,
    terms: { partner: partner.code, direction: input.direction, paid_on, bank_reference },
  }
}

/** Where the day begins first. */
const FURTHEST_ZONE_MS = 14 * 60 * 60 * 1000

async function findPaymentReversalSubject(
  tx: Tx,
  { clock }: Services,
  input: InputOf<'partner_payment_reversal'>,
): Promise<Subject> {
  const payment = await findReversible(tx, input.payment_id)
  const partner = await requirePartner(tx, sql`id = ${payment.partner_id}`)
  const { direction, bank_reference, currency_code: asset, amount } = payment
  return {
    kind: input.kind,
    agentId: null,
    partner: { kind: 'partner_payment', id: payment.id, name: `${partner.name}: ${bank_reference}` },
    amount,
    asset,
    decimals: CURRENCY_DECIMALS,
    terms: {
      partner: partner.code,
      direction,
      paid_on: dayOf(clock.now()),
      bank_reference,
      reverses: payment.id,
    },
  }
}

/** Demo players pay nothing. A disabled partner still settles what it owes. */
async function requirePartner(tx: Tx, which: Sql) {
  const [partner] = await query(tx, { code: col.text, name: col.text })`
    select code, name from partner where ${which} and files_from is not null`
  if (!partner) throw refusal('partner_unknown')
  return partner
}

/** For two requests at the same moment, a unique index refuses the second. */
async function hasPendingRequest(tx: Tx, { topupId, playerTransactionId, terms }: Subject): Promise<boolean> {
  const { reverses } = terms
  if (topupId === undefined && playerTransactionId === undefined && reverses === undefined) return false
  const waiting = await tx.execute(sql`
    select 1 from approval_request
    where state = 'pending' and (topup_id = ${topupId ?? null} or player_transaction_id = ${playerTransactionId ?? null}
      or subject_kind = 'partner_payment' and subject_id = ${reverses ?? null})`)
  return waiting > 0
}

async function requireAgent(tx: Tx, cashId: string): Promise<string> {
  const agent = await findAgent(tx, cashId)
  if (!agent) throw refusal('cashbox_unknown')
  if (agent.is_demo) throw refusal('demo_not_allowed')
  return agent.id
}

export const findAgent = (db: Queryable, cashId: string) =>
  queryFirst(db, { id: col.uuid, is_demo: col.bool })`
    select id, is_demo from agent where cash_id = ${cashId}::bigint`

/** The row of the float is the lock of everything that belongs to the agent, so it is locked first. */
export const lockFloat = (tx: Tx, agentId: string): Promise<Account> => queryOne(tx, accountColumns)`
    select id, asset, balance, floor from account
    where id = (select float_id from agent where id = ${agentId}) for update`

/** Call after `lockFloat`: a separate statement sees what the last holder of the lock has committed. */
export const readCommission = (tx: Tx, agentId: string): Promise<Account> => queryOne(tx, accountColumns)`
    select id, asset, balance, floor from account where id = (select commission_id from agent where id = ${agentId})`
