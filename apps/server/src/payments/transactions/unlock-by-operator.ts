import { type Actor, writeAudit } from '../../access/audit.ts'
import { refusal } from '../../platform/refusal.ts'
import { holdTransaction, refuseUnlessOpen, unlockHeld } from './hold-transaction.ts'
import type { TransactionServices } from './operator-services.ts'
import { readTransaction } from './read-for-operator.ts'

/** Lets the code be tried again; once for each time it was locked, however many operators ask for it. */
export async function unlockTransaction(
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
