import { closeTransactions } from './close-transactions.ts'
import { holdTransaction, refuseUnlessOpen } from './hold-transaction.ts'
import { readTransaction } from './read-transaction.ts'
import type { PlayerTransactionServices } from './services.ts'

export async function cancelTransaction(
  { db, clock, onChanged }: PlayerTransactionServices,
  playerServiceId: string,
  transactionId: string,
) {
  const agentId = await db.transaction(async (tx) => {
    const held = await holdTransaction(tx, transactionId, playerServiceId)
    if (held.state === 'cancelled') return null
    refuseUnlessOpen(held, clock.now())
    await closeTransactions(tx, 'cancelled', [held.id], clock.now())
    return held.agent_id
  })
  if (agentId) onChanged(agentId)
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}
