import { transactionStates } from '@cashbox/contract/partner'
import { col, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readTransaction } from './read-transactions.ts'

type LockedTransaction = RowOf<typeof lockedColumns>

const lockedColumns = {
  id: col.uuid,
  agent_id: col.nullable(col.uuid),
  state: col.oneOf(...transactionStates),
  wrong_codes: col.int4,
  locked_at: col.nullable(col.timestamptz),
  expires_at: col.timestamptz,
}

const notOpen = {
  confirmed: 'transaction_already_confirmed',
  reversed: 'transaction_reversed',
  expired: 'transaction_expired',
  cancelled: 'transaction_cancelled',
} as const

/** Locks a transaction of that partner, or of any for null. A confirmation of the same one waits, or has won. */
export async function lockTransaction(tx: Tx, transactionId: string, partnerId: string | null) {
  await tx.execute(sql`
    select 1 from open_transaction as open join player_transaction as tx on tx.transaction_id = open.transaction_id
    where open.transaction_id = ${transactionId}
      and (${partnerId}::uuid is null or tx.partner_id = ${partnerId}::uuid) for update of open`)
  // A second statement, because one that had to wait for the lock would still see the old rows.
  const [row] = await query(tx, lockedColumns)`
    select tx.id, tx.agent_id, now.state, tx.wrong_codes, tx.locked_at, tx.expires_at
    from player_transaction as tx cross join lateral state_now(tx.id, tx.transaction_id, tx.ended_as) as now
    where tx.transaction_id = ${transactionId}
      and (${partnerId}::uuid is null or tx.partner_id = ${partnerId}::uuid)`
  if (!row) throw refusal('not_found')
  return row
}

export function refuseUnlessOpen({ state, expires_at }: LockedTransaction, now: Date) {
  if (state !== 'open') throw refusal(notOpen[state])
  if (expires_at <= now) throw refusal('transaction_expired')
}

export async function resetWrongCodes(tx: Tx, transaction: LockedTransaction, now: Date): Promise<void> {
  refuseUnlessOpen(transaction, now)
  await tx.execute(sql`update player_transaction set locked_at = null, wrong_codes = 0 where id = ${transaction.id}`)
}

export async function unlockTransaction({ db, clock }: Services, partnerId: string, transactionId: string) {
  await db.transaction(async (tx) => {
    await resetWrongCodes(tx, await lockTransaction(tx, transactionId, partnerId), clock.now())
  })
  return { transaction: await readTransaction(db, partnerId, transactionId) }
}
