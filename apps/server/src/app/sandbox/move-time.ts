import { type FileServices, makeFiles } from '../../partners/daily-files/make-files.ts'
import { closeExpired } from '../../payments/transactions/close-transactions.ts'
import { sql } from '../../platform/database/database.ts'

/**
 * Lets time pass: every moment at which a transaction expires, an event is tried again, recurring work is due comes
 * so much closer, and days end so much earlier, with their files. The clock itself and what has happened stay as they are:
 * what is confirmed on a day that has ended this way is in the next file.
 */
export async function moveTime(services: FileServices, seconds: number): Promise<void> {
  const { db, clock } = services
  await db.transaction(async (tx) => {
    // The page exists in a sandbox only; the database of a real network says no as well.
    const real = await tx.execute(sql`select 1 from installation where mode = 'production'`)
    if (real > 0) throw new Error('time can be moved in a sandbox only')
    await tx.execute(sql`
      update player_transaction as tx set expires_at = tx.expires_at - make_interval(secs => ${seconds}::integer)
      from open_transaction as open where tx.transaction_id = open.transaction_id`)
    await tx.execute(sql`
      update outbox_event set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}::integer)
      where delivered_at is null`)
    await tx.execute(sql`
      update player_service set webhook_not_before = webhook_not_before - make_interval(secs => ${seconds}::integer)
      where webhook_not_before is not null`)
    await tx.execute(sql`
      update alert_notification set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}::integer)`)
    await tx.execute(sql`
      update job set run_at = run_at - make_interval(secs => ${seconds}::integer) where failed_at is null`)
    await tx.execute(sql`
      update schedule set next_run_at = next_run_at - make_interval(secs => ${seconds}::integer)`)
    await tx.execute(sql`
      insert into installation (mode, moved_s) values ('sandbox', ${seconds})
      on conflict (mode) do update set moved_s = installation.moved_s + excluded.moved_s`)
    await closeExpired(tx, clock.now())
  })
  await makeFiles(services)
}
