import { isRefusalCode } from '@cashbox/contract'
import type { PartnerTransaction } from '@cashbox/contract/partner'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../platform/clock.ts'
import { type Database, only, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { closeTransactions } from '../../transactions/close-transactions.ts'
import { readTransaction } from './read-transactions.ts'

export interface ChangeServices {
  readonly db: Database
  readonly clock: Clock
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string) => void
}

interface Locked {
  readonly id: string
  readonly agent_id: string | null
  readonly state: PartnerTransaction['state']
  readonly expires_at: Date
}

/** One partner's transaction, held until the change is made: a confirmation of the same one waits, or has won. */
async function lock(tx: Tx, playerServiceId: string, transactionId: string): Promise<Locked> {
  const [row] = await tx.query<Locked>(sql`
    select id, agent_id, state, expires_at from player_transaction
    where transaction_id = ${transactionId} and player_service_id = ${playerServiceId} for update`)
  if (!row) throw refusal('not_found')
  return row
}

const notOpen = {
  confirmed: 'transaction_already_confirmed',
  reversed: 'transaction_reversed',
  expired: 'transaction_expired',
  cancelled: 'transaction_cancelled',
} as const

function refuseUnlessOpen({ state, expires_at }: Locked, now: Date) {
  if (state !== 'open') throw refusal(notOpen[state])
  if (expires_at <= now) throw refusal('transaction_expired')
}

export async function cancel({ db, clock, onChanged }: ChangeServices, playerServiceId: string, transactionId: string) {
  const agentId = await db.transaction(async (tx) => {
    const locked = await lock(tx, playerServiceId, transactionId)
    if (locked.state === 'cancelled') return null
    refuseUnlessOpen(locked, clock.now())
    await closeTransactions(tx, 'cancelled', [locked.id], clock.now())
    return locked.agent_id
  })
  if (agentId) onChanged(agentId)
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}

/** Lets the code be tried again. */
export async function unlock({ db, clock }: ChangeServices, playerServiceId: string, transactionId: string) {
  await db.transaction(async (tx) => {
    const locked = await lock(tx, playerServiceId, transactionId)
    refuseUnlessOpen(locked, clock.now())
    await tx.query(sql`update player_transaction set locked_at = null, wrong_codes = 0 where id = ${locked.id}`)
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
    const { outcome } = only(
      await tx.query<{ outcome: string }>(sql`
        select reverse_confirmation(${found.id}, ${uuidv7()}, ${uuidv7()}, ${wish.reason}, ${wish.askedBy},
          ${clock.now()}) as outcome`),
    )
    if (outcome === 'transaction_reversed') return null
    if (outcome === 'reversed') return found.agent_id
    if (!isRefusalCode(outcome)) throw new Error(`reverse_confirmation answered ${outcome}`)
    throw refusal(outcome)
  })
  if (agentId) onChanged(agentId)
  return { transaction: await readTransaction(db, playerServiceId, transactionId) }
}
