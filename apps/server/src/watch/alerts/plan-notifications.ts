import type { Alert } from '@cashbox/contract/operator'
import {
  col,
  type Database,
  oneAtATime,
  type Queryable,
  query,
  type Sql,
  sql,
  type Tx,
} from '@cashbox/postgres/database'
import { takeLock } from '@cashbox/postgres/network'
import { uuidv7 } from 'uuidv7'
import { type Clock, fromSeconds } from '../../platform/clock.ts'
import type { Services } from '../../platform/services.ts'

/** An alert that returns sooner is the same alert, so that a flickering problem is reported once. */
const GONE_AFTER_MS = 2 * 60 * 1000
/** The end of an alert is not sent later than this. */
const RESOLVED_NEWS_MS = 2 * 24 * 60 * 60 * 1000
const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Records which alerts have opened and ended. Workers take turns, so that none uses an older list than another. */
export const followAlerts = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  findAlerts: (db: Queryable) => Promise<readonly Alert[]>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await takeLock(tx, 'alerts')
    const now = clock.now()
    await recordFound(tx, await findAlerts(oneAtATime(tx)), now)
    await planNotifications(tx, now)
  })

async function recordFound(tx: Tx, alerts: readonly Alert[], now: Date) {
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

/** One notification for each alert of a destination and one for its end, planned from the state, so crashes need no code. */
async function planNotifications(tx: Tx, now: Date): Promise<void> {
  // An alert that ended before the first attempt is not sent at all.
  await tx.execute(sql`
    delete from alert_notification as notification using alert_episode as episode
    where episode.id = notification.episode_id and episode.ended_at is not null
      and notification.sent_at is null and notification.attempts = 0 and not notification.is_resolved`)
  const opened = await query(tx, { episode_id: col.uuid, destination_id: col.uuid })`
    select episode.id as episode_id, destination.id as destination_id
    from alert_episode as episode cross join alert_destination as destination
    where episode.ended_at is null and ${isOn}
      -- Found at least twice: a starting worker solves some problems at once.
      and episode.last_found_at > episode.found_at
      and (episode.severity = 'critical' or destination.min_severity = 'warning')
      and (destination.alert_kinds is null or episode.kind = any (destination.alert_kinds))
      -- The failure of a destination is sent to the other destinations.
      and not (episode.kind = 'alerts_undelivered' and episode.subject_id = destination.id::text)
      and not exists (
        select 1 from alert_notification
        where episode_id = episode.id and destination_id = destination.id and not is_resolved)
    order by episode.severity, episode.found_at, episode.id`
  const resolved = await query(tx, { episode_id: col.uuid, destination_id: col.uuid })`
    select episode.id as episode_id, destination.id as destination_id
    from alert_episode as episode
    join alert_notification as opened on opened.episode_id = episode.id and not opened.is_resolved
    join alert_destination as destination on destination.id = opened.destination_id
    where episode.ended_at > ${new Date(now.getTime() - RESOLVED_NEWS_MS)} and ${isOn}
      and not exists (
        select 1 from alert_notification
        where episode_id = episode.id and destination_id = destination.id and is_resolved)
    order by episode.ended_at, episode.id`
  for (const [rows, isResolved] of [[opened, false] as const, [resolved, true] as const]) {
    for (const { episode_id, destination_id } of rows) {
      await tx.execute(sql`
        insert into alert_notification (id, destination_id, episode_id, is_resolved, created_at, next_attempt_at)
        values (${uuidv7()}, ${destination_id}, ${episode_id}, ${isResolved}, ${now}, ${now})`)
    }
  }
}

const isOn: Sql = sql`
  destination.activated_at is not null and destination.disabled_at is null and destination.removed_at is null`

/** Notifications of an alert are deleted with it. */
export async function forgetOldAlerts(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await db.execute(sql`delete from alert_episode where ended_at < ${before}`)
  await db.execute(sql`delete from alert_notification where episode_id is null and created_at < ${before}`)
}
