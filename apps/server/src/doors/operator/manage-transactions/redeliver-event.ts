import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { makeDue } from '../../../domain/transactions/redeliver-event.ts'
import { readTransaction } from './read-transaction.ts'
import type { TransactionServices } from './services.ts'

/** Sends the partner an event again. */
export async function redeliverEvent(
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
