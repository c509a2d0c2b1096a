import { type AlertKind, alertKinds } from '@cashbox/contract/operator'
import { bool, nullable, oneOf, text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** One alert in a message. */
export interface ToldAlert {
  readonly alertId: string
  readonly kind: AlertKind
  readonly severity: 'critical' | 'warning'
  readonly subject: { readonly kind: string; readonly id: string }
  /** Since when it has been so, as far as that is known. */
  readonly since: Date
  /** Null while it is open. */
  readonly endedAt: Date | null
}

/** What a message tells, the worst first. An alert whose start and end are both in it is told as ended. */
export async function readTold(db: Queryable, messageId: string): Promise<ToldAlert[]> {
  const rows = await db.query(
    sql`
      select episode.alert_id, episode.kind, episode.severity, episode.subject_kind, episode.subject_id,
             coalesce(episode.since, episode.found_at) as since, bool_or(telling.is_end) as is_end, episode.ended_at
      from alert_telling as telling join alert_episode as episode on episode.id = telling.episode_id
      where telling.message_id = ${messageId}
      group by episode.id order by bool_or(telling.is_end), episode.severity, episode.found_at, episode.id`,
    {
      alert_id: text,
      kind: text,
      severity: oneOf('critical', 'warning'),
      subject_kind: text,
      subject_id: text,
      since: timestamptz,
      is_end: bool,
      ended_at: nullable(timestamptz),
    },
  )
  return rows.flatMap((row) => {
    const kind = alertKinds.find((one) => one === row.kind)
    // A kind that an older version knew.
    if (!kind) return []
    const subject = { kind: row.subject_kind, id: row.subject_id }
    const endedAt = row.is_end ? row.ended_at : null
    return [{ alertId: row.alert_id, kind, severity: row.severity, subject, since: row.since, endedAt }]
  })
}
