import { isRefusalCode, transactionTypes } from '@cashbox/contract'
import { col, query, queryOne, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { writeNotice } from '../../notices/notice.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readTransaction } from './read-transactions.ts'

interface Reversal {
  /** The internal id, not the `transaction_id` that players read out. */
  readonly id: string
  readonly reason: string
  readonly askedBy: string
  readonly at: Date
  /** Ignores the partner's time limit for reversals. */
  readonly isAnyAge: boolean
}

interface ReversalInput {
  readonly transaction_id: string
  readonly reason: string
  readonly askedBy: string
}

/** Reverses a confirmation with new movements and notifies the partner, or returns why it can't. */
export async function reverseConfirmation(tx: Tx, { id, reason, askedBy, at, isAnyAge }: Reversal) {
  const { outcome } = await queryOne(tx, { outcome: col.text })`
    select reverse_confirmation(${id}, ${uuidv7()}, ${reason}, ${askedBy}, ${at}, ${isAnyAge}) as outcome`
  if (outcome === 'reversed') {
    await notifyAgent(tx, id, reason, at)
    return null
  }
  if (!isRefusalCode(outcome)) throw new Error(`reverse_confirmation returned an unknown outcome: ${outcome}`)
  return outcome
}

async function notifyAgent(tx: Tx, id: string, reason: string, at: Date) {
  const { agent_id, transaction_id, type, amount, fee, currency_code } = await queryOne(tx, {
    agent_id: col.uuid,
    transaction_id: col.text,
    type: col.oneOf(...transactionTypes),
    amount: col.int8,
    fee: col.int8,
    currency_code: col.text,
  })`
    select payment.agent_id, transaction_id, type, amount, fee, account.asset as currency_code
    from confirmed_payment as payment join agent on agent.id = payment.agent_id join account on account.id = agent.float_id
    where player_transaction_id = ${id}`
  const data = { transaction_id, type, amount: amount.toString(), fee: fee.toString(), currency_code, reason }
  await writeNotice(tx, agent_id, { kind: 'reversal', data }, at)
}

export async function reverseTransaction({ db, clock, live }: Services, partnerId: string, input: ReversalInput) {
  const transactionId = input.transaction_id
  const agentId = await db.transaction(async (tx) => {
    const [found] = await query(tx, { id: col.uuid, agent_id: col.nullable(col.uuid) })`
      select tx.id, confirmation.agent_id from player_transaction as tx
      left join confirmation on confirmation.player_transaction_id = tx.id
      where tx.transaction_id = ${transactionId} and tx.partner_id = ${partnerId}`
    if (!found) throw refusal('not_found')
    const { reason, askedBy } = input
    const refused = await reverseConfirmation(tx, { id: found.id, reason, askedBy, at: clock.now(), isAnyAge: false })
    if (refused === null) return found.agent_id
    if (refused === 'transaction_reversed') return null
    throw refusal(refused)
  })
  if (agentId) live.publish(agentId, 'transactions', 'balance', 'payments', 'notices')
  return { transaction: await readTransaction(db, partnerId, transactionId) }
}
