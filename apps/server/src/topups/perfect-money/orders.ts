import { formatMinor, parseMinor, receivedAmount } from '@cashbox/contract'
import { type Database, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { AgentSession } from '../../access/sessions.ts'
import type { Clock } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { newPaymentId } from '../../rails/perfect-money/status-call.ts'
import { findRate } from '../rates.ts'

/** An order fixes its rate: long enough to pay, too short to speculate. */
const ORDER_LIFETIME_MS = 30 * 60 * 1000
const MAX_OPEN_ORDERS = 5

/** A status call can be late. */
const GRACE_MS = 24 * 60 * 60 * 1000

/** Stores the order, which a later status call must match, and returns the fields of the payment form. */
export async function orderPerfectMoney(services: Services, agent: AgentSession, amount: bigint) {
  if (agent.status !== 'approved') throw refusal('agent_not_active')
  if (agent.isDemo) throw refusal('demo_not_allowed')
  const { db, clock, config } = services
  const { perfectMoney, publicUrl } = config
  const found = perfectMoney && (await findRate(db, services, agent.agentId, perfectMoney.units))
  if (!perfectMoney || !found) throw refusal('wallet_unavailable')
  const minimum = parseMinor(perfectMoney.minimumDeposit) ?? 0n
  if (amount < minimum) throw refusal('below_minimum', { minimum: `${formatMinor(minimum)} ${perfectMoney.units}` })

  if (parseMinor(receivedAmount(formatMinor(amount), found.rate, perfectMoney.offsetPercent) ?? '') === null) {
    throw refusal('invalid_amount')
  }
  const paymentId = newPaymentId()
  const now = clock.now()
  await db.transaction(async (tx) => {
    await refuseTooManyOrders(tx, agent.agentId, now)
    await tx.execute(sql`
    insert into perfect_money_order (id, payment_id, agent_id, payee_account, units, amount, rate, offset_percent,
                                     created_at, expires_at)
    values (${uuidv7()}, ${paymentId}, ${agent.agentId}, ${perfectMoney.account}, ${perfectMoney.units}, ${amount},
            ${found.rate}, ${perfectMoney.offsetPercent}, ${now}, ${new Date(now.getTime() + ORDER_LIFETIME_MS)})`)
  })
  return [
    {
      account: perfectMoney.account,
      name: perfectMoney.name,
      payment_id: paymentId,
      status_url: `${publicUrl}/callbacks/perfect-money`,
      payment_units: perfectMoney.units,
      action_url: perfectMoney.actionUrl,
    },
  ]
}

/** An order that was paid in time is credited even after it expired here. */
export async function expireOrders(db: Database, clock: Clock): Promise<void> {
  await db.execute(sql`
    update perfect_money_order set state = 'expired'
    where state = 'open' and expires_at < ${new Date(clock.now().getTime() - GRACE_MS)}`)
}

/** Locks the agent's row, so that parallel requests can't exceed the limit. */
async function refuseTooManyOrders(tx: Tx, agentId: string, now: Date) {
  await tx.execute(sql`select 1 from agent where id = ${agentId} for no key update`)
  const open = await tx.execute(sql`
    select 1 from perfect_money_order where agent_id = ${agentId} and state = 'open' and expires_at > ${now}`)
  if (open >= MAX_OPEN_ORDERS) throw refusal('too_many_orders', { count: MAX_OPEN_ORDERS })
}
