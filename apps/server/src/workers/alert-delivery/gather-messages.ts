import { uuidv7 } from 'uuidv7'
import { uuid } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Puts what is due for a destination into one message, unless one still waits there: then it is in the next one. */
export async function gatherMessages(tx: Tx, now: Date): Promise<void> {
  const ready = await tx.query(
    sql`
      select id from alert_destination as destination
      where activated_at is not null and disabled_at is null and removed_at is null and stopped_at is null
        and exists (
          select 1 from alert_telling
          where destination_id = destination.id and message_id is null and due_at <= ${now})
        and not exists (
          select 1 from alert_message
          where destination_id = destination.id and not is_test and sent_at is null and given_up_at is null)`,
    { id: uuid },
  )
  for (const { id } of ready) {
    const messageId = uuidv7()
    await tx.execute(sql`
      insert into alert_message (id, destination_id, is_test, created_at, next_attempt_at)
      values (${messageId}, ${id}, false, ${now}, ${now})`)
    await tx.execute(sql`
      update alert_telling set message_id = ${messageId}
      where destination_id = ${id} and message_id is null and due_at <= ${now}`)
  }
}
