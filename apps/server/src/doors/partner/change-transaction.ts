import { closeTransactions } from '../../domain/transactions/close-transactions.ts'
import { holdTransaction, refuseUnlessOpen, unlockHeld } from '../../domain/transactions/hold-transaction.ts'
import { reverseConfirmation } from '../../domain/transactions/reverse-confirmation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { readTransaction } from './read-transactions.ts'

export interface ChangeServices {
  readonly db: Database
  readonly clock: Clock
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string) => void
}

export async function cancel({ db, clock, onChanged }: ChangeServices, playerServiceId: string, transactionId: string) {
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

/** Lets the code be tried again. */
export async function unlock({ db, clock }: ChangeServices, playerServiceId: string, transactionId: string) {
  await db.transaction(async (tx) => {
    await unlockHeld(tx, await holdTransaction(tx, transactionId, playerServiceId), clock.now())
  })
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}

interface Wish {
  readonly transaction_id: string
  readonly reason: string
  readonly askedBy: string
}

/** Takes a confirmation back by a transfer of its own. */
export async function reverse({ db, clock, onChanged }: ChangeServices, playerServiceId: string, wish: Wish) {
  const transactionId = wish.transaction_id
  const agentId = await db.transaction(async (tx) => {
    const [found] = await tx.query<{ id: string; agent_id: string | null }>(sql`
      select tx.id, confirmation.agent_id from player_transaction as tx
      left join confirmation on confirmation.player_transaction_id = tx.id
      where tx.transaction_id = ${transactionId} and tx.player_service_id = ${playerServiceId}`)
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
