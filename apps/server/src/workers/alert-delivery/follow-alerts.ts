import type { Alert } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { fromSeconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { oneAtATime } from '../../platform/db/one-at-a-time.ts'
import { sql } from '../../platform/db/sql.ts'
import { gatherMessages } from './gather-messages.ts'
import { planTellings } from './plan-tellings.ts'
import type { FollowServices } from './services.ts'

/** An alert that comes back sooner is the same one: a problem that flickers is not told again and again. */
const GONE_AFTER_MS = 2 * 60 * 1000

/** Any number that no other lock uses. */
const LOCK = 4205119

/**
 * Looks which alerts have begun and ended, decides who is told of them, and writes the messages. Workers take turns, so that
 * none works with an older look than another.
 */
export const followAlerts = ({ db, clock, findAlerts }: FollowServices): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const now = clock.now()
    await noteFound(tx, await findAlerts(oneAtATime(tx)), now)
    await planTellings(tx, now)
    await gatherMessages(tx, now)
  })

async function noteFound(tx: Tx, alerts: readonly Alert[], now: Date) {
  for (const { id, kind, severity, subject, since } of alerts) {
    await tx.execute(sql`
      insert into alert_episode (id, alert_id, kind, severity, subject_kind, subject_id, since, found_at, last_found_at)
      values (${uuidv7()}, ${id}, ${kind}, ${severity}, ${subject.kind}, ${subject.id},
        ${since === null ? null : fromSeconds(since)}, ${now}, ${now})
      on conflict (alert_id) where ended_at is null do update set last_found_at = excluded.last_found_at`)
  }
  await tx.execute(sql`
    update alert_episode set ended_at = ${now}
    where ended_at is null and last_found_at <= ${new Date(now.getTime() - GONE_AFTER_MS)}`)
}
