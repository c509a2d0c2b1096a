import { nullable, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { readTransaction } from './read-transaction.ts'
import { reverseConfirmation } from './reverse-confirmation.ts'
import type { PlayerTransactionServices } from './services.ts'

interface Wish {
  readonly transaction_id: string
  readonly reason: string
  readonly askedBy: string
}

/** Takes a confirmation back by a transfer of its own. */
export async function reverseTransaction(
  { db, clock, onChanged }: PlayerTransactionServices,
  playerServiceId: string,
  wish: Wish,
) {
  const transactionId = wish.transaction_id
  const agentId = await db.transaction(async (tx) => {
    const [found] = await tx.query(
      sql`
        select tx.id, confirmation.agent_id from player_transaction as tx
        left join confirmation on confirmation.player_transaction_id = tx.id
        where tx.transaction_id = ${transactionId} and tx.player_service_id = ${playerServiceId}`,
      { id: uuid, agent_id: nullable(uuid) },
    )
    if (!found) throw refusal('not_found')
    const { reason, askedBy } = wish
    const outcome = await reverseConfirmation(tx, { id: found.id, reason, askedBy, at: clock.now(), isAnyAge: false })
    if ('transferId' in outcome) return found.agent_id
    if (outcome.refused === 'transaction_reversed') return null
    throw refusal(outcome.refused)
  })
  if (agentId) onChanged(agentId)
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}
