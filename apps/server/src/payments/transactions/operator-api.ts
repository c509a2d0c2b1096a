import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, writeAudit } from '../../access/audit.ts'
import type { RowAct } from '../../access/bulk-acts.ts'
import { makeDue } from '../../partners/webhooks/redeliver.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import { holdTransaction, refuseUnlessOpen, unlockHeld } from './lock-transaction.ts'
import { readTransaction } from './read-for-operator.ts'
import { searchTransactions } from './search-transactions.ts'

interface Wish {
  readonly event_id: string
  readonly reason: string
  /** How often it had been sent when the operator looked at it. */
  readonly version?: number
}

interface By {
  readonly actor: Actor
  readonly at: Date
}

interface TransactionServices {
  readonly db: Database
  readonly clock: Clock
  /** What an agent sees has changed. */
  readonly onChanged: (agentId: string) => void
}

export const transactionRoutes = (services: TransactionServices): OperatorRoute[] => [
  route(contract.searchTransactions, ({ input }) => searchTransactions(services.db, input)),
  route(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  route(contract.unlockTransaction, ({ input, actor }) => unlockTransaction(services, input, actor)),
  route(contract.redeliverEvent, ({ input, actor }) => redeliverEvent(services, input, actor)),
]

export const transactionBulkActs = {
  'event.redeliver': async (tx, { id, version }, { actor, note = '', at }) => {
    await redeliverEventIn(tx, { event_id: id, version, reason: note }, { actor, at })
    return { outcome: 'done' }
  },
} satisfies Record<string, RowAct>

/** Lets the code be tried again; once for each time it was locked, however many operators ask for it. */
async function unlockTransaction(
  { db, clock, onChanged }: TransactionServices,
  { transaction_id, reason }: { transaction_id: string; reason: string },
  actor: Actor,
) {
  const at = clock.now()
  const agentId = await db.transaction(async (tx) => {
    const held = await holdTransaction(tx, transaction_id, null)
    refuseUnlessOpen(held, at)
    if (held.locked_at === null) throw refusal('transaction_not_locked')
    await unlockHeld(tx, held, at)
    await writeAudit(tx, {
      at,
      actor,
      action: 'transaction.unlock',
      subject: { kind: 'transaction', id: transaction_id },
      reason,
      before: { wrong_codes: held.wrong_codes, locked_at: held.locked_at },
      after: { wrong_codes: 0, locked_at: null },
    })
    return held.agent_id
  })
  if (agentId) onChanged(agentId)
  return readTransaction(db, transaction_id)
}

/** Sends the partner an event again. */
async function redeliverEvent({ db, clock }: TransactionServices, wish: Wish, actor: Actor) {
  const transactionId = await db.transaction((tx) => redeliverEventIn(tx, wish, { actor, at: clock.now() }))
  return readTransaction(db, transactionId)
}

/** Answers whose event it is: the ID of a transaction. */
async function redeliverEventIn(tx: Tx, { event_id, reason, version }: Wish, { actor, at }: By): Promise<string> {
  const { topic, transaction_id, delivered_at, attempts } = await makeDue(tx, event_id, at, null)
  if (version !== undefined && attempts !== version) throw refusal('version_conflict')
  await writeAudit(tx, {
    at,
    actor,
    action: 'event.redeliver',
    subject: { kind: 'transaction', id: transaction_id },
    reason,
    before: { event_id, topic, delivered_at },
    after: { event_id, topic, delivered_at: null },
  })
  return transaction_id
}
