import { holdTransaction, unlockHeld } from './hold-transaction.ts'
import { readTransaction } from './read-transaction.ts'
import type { PlayerTransactionServices } from './services.ts'

/** Lets the code be tried again. */
export async function unlockTransaction(
  { db, clock }: PlayerTransactionServices,
  playerServiceId: string,
  transactionId: string,
) {
  await db.transaction(async (tx) => {
    await unlockHeld(tx, await holdTransaction(tx, transactionId, playerServiceId), clock.now())
  })
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}
