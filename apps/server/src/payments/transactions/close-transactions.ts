import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Ends open transactions without money moving, and notifies their player services. What is no longer open is left alone. */
export async function closeTransactions(
  tx: Tx,
  endedAs: 'cancelled' | 'expired',
  ids: readonly string[],
  at: Date,
): Promise<void> {
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
      returning tx.id, tx.player_service_id, tx.channel_id, tx.agent_id, tx.transaction_id, tx.reference, tx.type, tx.amount,
                tx.player_id, tx.metadata, tx.ended_as, taken.event_id)
    insert into outbox_event (id, topic, player_service_id, subject_id, payload, created_at, next_attempt_at)
    select closed.event_id, 'transaction.' || closed.ended_as, closed.player_service_id, closed.id,
           transaction_event(
             happened => closed.ended_as, transaction_id => closed.transaction_id, reference => closed.reference,
             type => closed.type, amount => closed.amount, currency_code => channel.currency_code,
             player_id => closed.player_id, metadata => closed.metadata, for_cash_id => agent.cash_id, by_cash_id => null,
             at => ${at}),
           ${at}::timestamptz, ${at}::timestamptz
    from closed join channel on channel.id = closed.channel_id left join agent on agent.id = closed.agent_id
    order by closed.id`)
}
