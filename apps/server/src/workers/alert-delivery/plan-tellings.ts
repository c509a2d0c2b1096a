import type { Tx } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** An end that could not be told for so long is news no more. */
const END_TOLD_WITHIN_MS = 2 * 24 * 60 * 60 * 1000

/** In UTC: early enough for a working day from Dhaka to Lisbon. */
const DIGEST_HOUR = 6

/**
 * Plans what each destination is told: of open alerts that it wants and has not been told of, and of the end of those that
 * it has. Looks at what is, not at what has just happened, so a pause that ends, a new destination and a crash need no care.
 */
export async function planTellings(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into alert_telling (episode_id, destination_id, is_end, due_at)
    select episode.id, destination.id, false, ${dueAt(now)}
    from alert_episode as episode cross join alert_destination as destination
    where episode.ended_at is null and ${isOn()}
      -- Seen twice: what a start of the worker mends within one look is no news.
      and episode.last_found_at > episode.found_at and ${cadence()} <> 'never'
      and (destination.alert_kinds is null or episode.kind = any (destination.alert_kinds))
      and not exists (select 1 from alert_pause where alert_kind = episode.kind and until > ${now})
      -- That it can't be reached is told to the others.
      and not (episode.kind = 'alerts_undelivered' and episode.subject_id = destination.id::text)
    on conflict do nothing`)
  await tx.execute(sql`
    insert into alert_telling (episode_id, destination_id, is_end, due_at)
    select episode.id, destination.id, true, ${dueAt(now)}
    from alert_episode as episode
    join alert_telling as start on start.episode_id = episode.id and not start.is_end
    join alert_destination as destination on destination.id = start.destination_id
    where episode.ended_at > ${new Date(now.getTime() - END_TOLD_WITHIN_MS)} and ${isOn()}
    on conflict do nothing`)
}

const isOn = (): Sql =>
  sql`destination.activated_at is not null and destination.disabled_at is null and destination.removed_at is null`

const cadence = (): Sql =>
  sql`case episode.severity when 'critical' then destination.critical else destination.warning end`

/** At once, or with the next digest: at the full hour, or in the morning. */
const dueAt = (now: Date): Sql => sql`
  case ${cadence()}
    when 'hourly' then date_trunc('hour', ${now}::timestamptz) + interval '1 hour'
    when 'daily' then (date_trunc('day', ${now}::timestamptz at time zone 'UTC' - make_interval(hours => ${DIGEST_HOUR}::integer))
      + interval '1 day' + make_interval(hours => ${DIGEST_HOUR}::integer)) at time zone 'UTC'
    else ${now}::timestamptz end`
