import { transactionStates } from '@cashbox/contract/partner'
import { int4, nullable, oneOf, type RowOf, sql, type Tx, timestamptz, uuid } from '../../platform/database/database.ts'
import { refusal } from '../../platform/refusal.ts'
import { readTransaction } from './read-transactions.ts'
import type { PlayerTransactionServices } from './services.ts'

type HeldTransaction = RowOf<typeof heldColumns>

const heldColumns = {
  id: uuid,
  agent_id: nullable(uuid),
  state: oneOf(...transactionStates),
  wrong_codes: int4,
  locked_at: nullable(timestamptz),
  expires_at: timestamptz,
}

const notOpen = {
  confirmed: 'transaction_already_confirmed',
  reversed: 'transaction_reversed',
  expired: 'transaction_expired',
  cancelled: 'transaction_cancelled',
} as const

/**
 * A transaction, held until the change is made: a confirmation of the same one waits, or has won.
 * A partner does not find another partner's; null finds any partner's.
 */
export async function holdTransaction(
  tx: Tx,
  transactionId: string,
  playerServiceId: string | null,
): Promise<HeldTransaction> {
  await tx.execute(sql`
    select 1 from open_transaction as open join player_transaction as tx on tx.transaction_id = open.transaction_id
    where open.transaction_id = ${transactionId}
      and (${playerServiceId}::uuid is null or tx.player_service_id = ${playerServiceId}::uuid) for update of open`)
  // By a statement of its own: one that had to wait for the lock would still see what was there before.
  const [row] = await tx.query(
    sql`
      select tx.id, tx.agent_id, now.state, tx.wrong_codes, tx.locked_at, tx.expires_at
      from player_transaction as tx cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
      where tx.transaction_id = ${transactionId}
        and (${playerServiceId}::uuid is null or tx.player_service_id = ${playerServiceId}::uuid)`,
    heldColumns,
  )
  if (!row) throw refusal('not_found')
  return row
}

export function refuseUnlessOpen({ state, expires_at }: HeldTransaction, now: Date) {
  if (state !== 'open') throw refusal(notOpen[state])
  if (expires_at <= now) throw refusal('transaction_expired')
}

/** Lets the code be tried again. */
export async function unlockHeld(tx: Tx, held: HeldTransaction, now: Date): Promise<void> {
  refuseUnlessOpen(held, now)
  await tx.execute(sql`update player_transaction set locked_at = null, wrong_codes = 0 where id = ${held.id}`)
}

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
