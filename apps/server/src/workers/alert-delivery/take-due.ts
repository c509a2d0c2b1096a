import { languages } from '@cashbox/contract'
import { destinationKinds } from '@cashbox/contract/operator'
import { bool, int4, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AlertDeliveryServices } from './services.ts'

/** Longer than a try can take: after that its worker is thought dead. */
const LOCK_MS = 120_000

const dueColumns = {
  id: uuid,
  destination_id: uuid,
  is_test: bool,
  created_at: timestamptz,
  attempts: int4,
  kind: oneOf(...destinationKinds),
  target: text,
  secret: nullable(text),
  language: oneOf(...languages),
}
export type DueMessage = RowOf<typeof dueColumns>

/**
 * Takes messages for this worker: one for each destination that has none under way, so that a slow one holds up only
 * itself. A test goes first, and also to a destination that was stopped.
 */
export const takeDue = (
  { db, clock }: Pick<AlertDeliveryServices, 'db' | 'clock'>,
  underWay: ReadonlyMap<string, number> = new Map(),
) => {
  const now = clock.now()
  const busy = JSON.stringify([...underWay].filter(([, count]) => count > 0).map(([id]) => id))
  return db.query(
    sql`
      update alert_message as taken
      set attempts = taken.attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
      from alert_destination as destination
      cross join lateral (
        select id from alert_message as message
        where message.destination_id = destination.id and message.sent_at is null and message.given_up_at is null
          and message.next_attempt_at <= ${now}
          and (message.locked_until is null or message.locked_until <= ${now}
               or message.locked_until > ${new Date(now.getTime() + 2 * LOCK_MS)})
          and (message.is_test or (destination.stopped_at is null and destination.disabled_at is null))
        order by message.is_test desc, message.id limit 1
        for update skip locked) as due
      where taken.id = due.id and destination.activated_at is not null and destination.removed_at is null
        and not jsonb_exists(${busy}::jsonb, destination.id::text)
      returning taken.id, taken.destination_id, taken.is_test, taken.created_at, taken.attempts,
                destination.kind, destination.target, destination.secret, destination.language`,
    dueColumns,
  )
}
