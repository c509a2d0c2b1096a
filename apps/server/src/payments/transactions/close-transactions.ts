import { col, type Database, query, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../platform/clock.ts'
import type { Services } from '../../platform/services.ts'
import { lockTransaction, refuseUnlessOpen } from './lock-transaction.ts'
import { readTransaction } from './read-transactions.ts'

const AT_ONCE = 1000

const CODES_KEPT_MS = 24 * 60 * 60 * 1000

/** Ends open transactions without money moving, and notifies their partners. Skips the ones that are no longer open. */
export async function closeTransactions(tx: Tx, endedAs: 'cancelled' | 'expired', ids: readonly string[], at: Date) {
  if (ids.length === 0) return
  const closing = JSON.stringify(ids.map((id) => ({ id, event_id: uuidv7() })))
  await tx.execute(sql`
    with taken as (
      delete from open_transaction as open
      using jsonb_to_recordset(${closing}::jsonb) as closing (id uuid, event_id uuid)
      join player_transaction as tx on tx.id = closing.id
      where open.transaction_id = tx.transaction_id
      returning open.id, closing.event_id
    ), closed as (
      update player_transaction as tx set ended_as = ${endedAs}, closed_at = ${at}, sealed_code = null
      from taken where tx.id = taken.id
      returning tx.id, tx.partner_id, taken.event_id)
    insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at)
    select event_id, ${`transaction.${endedAs}`}, partner_id, id, ${at}::timestamptz, ${at}::timestamptz
    from closed order by id`)
}

export async function cancelTransaction({ db, clock, live }: Services, partnerId: string, transactionId: string) {
  const agentId = await db.transaction(async (tx) => {
    const locked = await lockTransaction(tx, transactionId, partnerId)
    if (locked.state === 'cancelled') return null
    refuseUnlessOpen(locked, clock.now())
    await closeTransactions(tx, 'cancelled', [locked.id], clock.now())
    return locked.agent_id
  })
  if (agentId) live.publish(agentId, 'transactions', 'balance', 'payments', 'notices')
  return { transaction: await readTransaction(db, partnerId, transactionId) }
}

/** Returns the agents that the expired transactions were assigned to. */
export async function closeExpired(tx: Tx, at: Date): Promise<string[]> {
  const due = await query(tx, { id: col.uuid, agent_id: col.nullable(col.uuid) })`
    select id, agent_id from open_transaction where expires_at <= ${at}
    order by expires_at limit ${AT_ONCE} for update skip locked`
  await closeTransactions(
    tx,
    'expired',
    due.map(({ id }) => id),
    at,
  )
  return [...new Set(due.flatMap(({ agent_id }) => (agent_id === null ? [] : [agent_id])))]
}

/** Codes are kept for a partner who lost the first answer and repeats the request. */
export const wipeOldCodes = (db: Database, clock: Clock) =>
  db.execute(sql`
    update player_transaction set sealed_code = null
    where sealed_code is not null and created_at < ${new Date(clock.now().getTime() - CODES_KEPT_MS)}`)
