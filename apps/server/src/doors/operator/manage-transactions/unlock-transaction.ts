import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { holdTransaction, refuseUnlessOpen, unlockHeld } from '../../../domain/transactions/hold-transaction.ts'
import { makeDue } from '../../../domain/transactions/redeliver-event.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { refusal } from '../../../platform/refusal.ts'
import { readTransaction } from './read-transaction.ts'

export interface TransactionServices {
  readonly db: Database
  readonly clock: Clock
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string) => void
}

/** Lets the code be tried again; once for each time it was locked, however many operators ask for it. */
export async function unlock(
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

/** Tells the partner once more what it may have missed. */
export async function redeliver(
  { db, clock }: TransactionServices,
  { event_id, reason }: { event_id: string; reason: string },
  actor: Actor,
) {
  const at = clock.now()
  const transactionId = await db.transaction(async (tx) => {
    const { topic, transaction_id, delivered_at } = await makeDue(tx, event_id, at, null)
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
  })
  return readTransaction(db, transactionId)
}
