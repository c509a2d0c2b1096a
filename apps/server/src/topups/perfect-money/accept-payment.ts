import type { TopupReason } from '@cashbox/contract'
import { col, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import type { PerfectMoneyConfig } from '../../platform/config.ts'
import type { JobServices } from '../../platform/services.ts'
import { findPayment } from '../../rails/perfect-money/history.ts'
import { isPaymentId, type Payment } from '../../rails/perfect-money/status-call.ts'
import { creditTopup, holdTopup } from '../credit-topup.ts'
import { recordArrival, type TopupRow } from '../topup.ts'

type Outcome = 'credited' | 'held' | 'repeated'

type Order = RowOf<typeof orderColumns>

const DECIMALS = 2

const orderColumns = {
  id: col.uuid,
  agent_id: col.uuid,
  payee_account: col.text,
  units: col.text,
  amount: col.int8,
  rate: col.text,
  offset_percent: col.text,
  currency_code: col.text,
  state: col.oneOf('open', 'paid', 'expired', 'review'),
  expires_at: col.timestamptz,
}

/** The history is queried by day, so a day on either side is included. */
const MARGIN_MS = 24 * 60 * 60 * 1000

/** No money moves until the account's history shows the payment too. False when the payment is settled already. */
export async function announcePayment({ db, clock, live }: JobServices, reported: Payment): Promise<boolean> {
  const topup = await db.transaction(async (tx) =>
    record(tx, reported, await lockOrder(tx, reported.paymentId), clock.now()),
  )
  if (isSettled(topup)) return false
  if (topup.agent_id !== null) live.publish(topup.agent_id, 'topups')
  return true
}

/** Credits or holds a payment from the account's history, exactly once. */
export async function acceptPayment(services: JobServices, payment: Payment): Promise<Outcome> {
  const { db, clock, live } = services
  const { outcome, agentId } = await db.transaction((tx) => settle(tx, payment, clock.now()))
  if (outcome !== 'repeated' && agentId !== null) live.publish(agentId, 'topups', 'balance', 'notices')
  return outcome
}

/** Settles a reported payment if the account's history shows it. */
export async function provePayment(services: JobServices, { account, history }: PerfectMoneyConfig, reported: Payment) {
  const days = {
    since: new Date(reported.at.getTime() - MARGIN_MS),
    until: new Date(services.clock.now().getTime() + MARGIN_MS),
  }
  const payment = await findPayment(account, history, { ...days, batch: reported.batch })
  return payment === null ? 'not shown' : acceptPayment(services, payment)
}

async function settle(tx: Tx, payment: Payment, at: Date) {
  const order = await lockOrder(tx, payment.paymentId)
  const topup = await record(tx, payment, order, at)
  if (isSettled(topup)) return { outcome: 'repeated' as const, agentId: topup.agent_id }
  const outcome = await decide(tx, { payment, order, topup, at })
  if (order && order.state !== 'paid') {
    const state = outcome === 'credited' ? 'paid' : 'review'
    await tx.execute(sql`update perfect_money_order set state = ${state} where id = ${order.id}`)
  }
  return { outcome, agentId: topup.agent_id }
}

const record = (tx: Tx, payment: Payment, order: Order | null, at: Date): Promise<TopupRow> =>
  recordArrival(tx, {
    agentId: order?.agent_id ?? null,
    rail: 'perfect-money',
    reference: payment.batch,
    coin: payment.units,
    units: payment.amountMinor,
    decimals: DECIMALS,
    sender: payment.payerAccount,
    ...(order ? { orderId: order.id } : {}),
    at,
  })

/** A payment that was held because the history did not show it can still be proved. */
const isSettled = ({ state, reason }: TopupRow) => state !== 'confirming' && reason !== 'not_in_history'

async function decide(
  tx: Tx,
  { payment, order, topup, at }: { payment: Payment; order: Order | null; topup: TopupRow; at: Date },
): Promise<'credited' | 'held'> {
  const hold = async (reason: TopupReason) => {
    await holdTopup(tx, topup, reason, at)
    return 'held' as const
  }
  if (!order) return hold('unknown_order')
  const mismatch = findMismatch(order, payment)
  if (mismatch) return hold(mismatch)
  const { rate, offset_percent: offsetPercent, currency_code: currencyCode } = order
  return creditTopup(tx, topup, { rate, offsetPercent, currencyCode }, at)
}

/** Null when the payment matches the order. The time of the payment counts, not of its report. */
function findMismatch(order: Order, payment: Payment): TopupReason | null {
  if (payment.payeeAccount !== order.payee_account) return 'payee_mismatch'
  if (payment.units !== order.units) return 'units_mismatch'
  if (!payment.isWhole || payment.amountMinor !== order.amount) return 'amount_mismatch'
  if (order.state === 'paid') return 'order_already_paid'
  if (payment.at > order.expires_at) return 'order_expired'
  return null
}

async function lockOrder(tx: Tx, paymentId: string): Promise<Order | null> {
  if (!isPaymentId(paymentId)) return null
  const [order] = await query(tx, orderColumns)`
    select perfect_money_order.id, perfect_money_order.agent_id, payee_account, units, amount, rate::text as rate,
           offset_percent::text as offset_percent, account.asset as currency_code, state, expires_at
    from perfect_money_order
    join agent on agent.id = perfect_money_order.agent_id
    join account on account.id = agent.float_id
    where payment_id = ${paymentId} for update of perfect_money_order`
  return order ?? null
}
