import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Sent } from './sent.ts'
import type { AlertDeliveryServices } from './services.ts'
import type { DueMessage } from './take-due.ts'

const MINUTE = 60
/** Between attempts; the last one again and again. */
const DELAYS_S = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE]
/** What is still open after that is told anew. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

/** Writes down what came of it. Only the worker that still holds the message may: one thought dead may come back. */
export async function noteSent(
  { db, clock, log }: Pick<AlertDeliveryServices, 'db' | 'clock' | 'log'>,
  message: DueMessage,
  sent: Sent,
): Promise<void> {
  const now = clock.now()
  const isOver =
    sent.outcome === 'refused' || message.is_test || now.getTime() - message.created_at.getTime() >= GIVE_UP_AFTER_MS
  const facts = { destinationId: message.destination_id, kind: message.kind, attempts: message.attempts }
  const isOwn = await db.transaction(async (tx) => {
    if (sent.outcome === 'arrived') return noteArrived(tx, message, now)
    const delayS = Math.max(
      DELAYS_S[Math.min(message.attempts, DELAYS_S.length) - 1] ?? 0,
      'waitS' in sent ? sent.waitS : 0,
    )
    const error = sent.error.slice(0, 300)
    const own = await tx.execute(sql`
      update alert_message set locked_until = null, last_error = ${error}, given_up_at = ${isOver ? now : null},
        next_attempt_at = ${new Date(now.getTime() + delayS * 1000)}
      where id = ${message.id} and attempts = ${message.attempts} and sent_at is null and given_up_at is null`)
    if (own === 0 || message.is_test) return own > 0
    await tx.execute(sql`
      update alert_destination
      set failing_since = coalesce(failing_since, ${now}), failures = failures + 1, last_error = ${error},
          stopped_at = case when ${sent.outcome === 'refused'} then ${now}::timestamptz else stopped_at end
      where id = ${message.destination_id}`)
    // What it was to tell is planned again, as far as it is still true.
    if (isOver) await tx.execute(sql`delete from alert_telling where message_id = ${message.id}`)
    return true
  })
  if (!isOwn) return
  if (sent.outcome === 'arrived') log.info(facts, 'alerts sent')
  else log.warn({ ...facts, problem: sent.error, isGivenUp: isOver }, 'could not send alerts')
}

/** It answers again: also what had stopped it is over. */
async function noteArrived(tx: Tx, message: DueMessage, now: Date): Promise<boolean> {
  const own = await tx.execute(sql`
    update alert_message set locked_until = null, sent_at = ${now}
    where id = ${message.id} and attempts = ${message.attempts} and sent_at is null and given_up_at is null`)
  if (own === 0) return false
  await tx.execute(sql`
    update alert_destination
    set last_sent_at = ${now}, failing_since = null, failures = 0, last_error = null, stopped_at = null
    where id = ${message.destination_id}`)
  return true
}
