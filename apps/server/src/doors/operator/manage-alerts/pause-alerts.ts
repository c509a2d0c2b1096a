import type { ParsedInputOf } from '@cashbox/contract'
import type { AlertPause, pauseAlerts as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { text, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AlertServices, Asked } from './services.ts'

const HOUR_MS = 60 * 60 * 1000

/** Sends no alerts of one kind for some hours. No hours end the pause. */
export const pauseAlerts = ({ db, clock }: AlertServices, { input, actor }: Asked<ParsedInputOf<typeof call>>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const { alert_kind, hours, reason } = input
    const until = new Date(at.getTime() + hours * HOUR_MS)
    await tx.execute(sql`
      insert into alert_pause (alert_kind, until, paused_by, reason) values (${alert_kind}, ${until}, ${actor.name}, ${reason})
      on conflict (alert_kind) do update
        set until = excluded.until, paused_by = excluded.paused_by, reason = excluded.reason`)
    await writeAudit(tx, {
      at,
      actor,
      action: hours === 0 ? 'alerts.resume' : 'alerts.pause',
      subject: { kind: 'alert_kind', id: alert_kind },
      reason,
      ...(hours === 0 ? {} : { after: { until: until.toISOString() } }),
    })
    return { pauses: await readPauses(tx, at) }
  })

export async function readPauses(db: Queryable, now: Date): Promise<AlertPause[]> {
  const rows = await db.query(
    sql`select alert_kind, until, paused_by, reason from alert_pause where until > ${now} order by until, alert_kind`,
    { alert_kind: text, until: timestamptz, paused_by: text, reason: text },
  )
  return rows.map((row) => ({ ...row, until: toSeconds(row.until) }))
}
