import { type Actor, writeAudit } from '../../access/audit.ts'
import { makeDue } from '../../partners/webhooks/redeliver-event.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import type { TransactionServices } from './operator-services.ts'
import { readTransaction } from './read-for-operator.ts'

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

/** Sends the partner an event again. */
export async function redeliverEvent({ db, clock }: TransactionServices, wish: Wish, actor: Actor) {
  const transactionId = await db.transaction((tx) => redeliverEventIn(tx, wish, { actor, at: clock.now() }))
  return readTransaction(db, transactionId)
}

/** Answers whose event it is: the ID of a transaction. */
export async function redeliverEventIn(
  tx: Tx,
  { event_id, reason, version }: Wish,
  { actor, at }: By,
): Promise<string> {
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
