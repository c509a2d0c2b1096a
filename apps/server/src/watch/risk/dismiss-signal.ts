import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { dismissRiskSignal as call } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../access/audit.ts'
import { int4, nullable, text, timestamptz, uuid } from '../../platform/database/columns.ts'
import { only } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { readSignals } from './read-signals.ts'
import type { RiskServices } from './services.ts'

const columns = {
  agent_id: uuid,
  kind: text,
  subject: text,
  weight: int4,
  dismissed_at: nullable(timestamptz),
  version: int4,
}

/** Says that there is nothing in a signal: as it was seen, and not as it has become since. */
export const dismissSignal = (
  { db, clock }: RiskServices,
  { signal_id, version, reason }: ParsedInputOf<typeof call>,
  actor: Actor,
): Promise<OutputOf<typeof call>> =>
  db.transaction(async (tx) => {
    const [row] = await tx.query(
      sql`
        select agent_id, kind, subject, weight, dismissed_at, version from risk_signal where id = ${signal_id} for update`,
      columns,
    )
    if (!row) throw refusal('not_found')
    if (row.version !== version || row.dismissed_at !== null) throw refusal('version_conflict')
    const at = clock.now()
    await tx.execute(sql`
      update risk_signal set dismissed_at = ${at}, dismissed_by = ${actor.name}, dismiss_reason = ${reason},
        counts_from = greatest(${at}, last_at), version = version + 1
      where id = ${signal_id}`)
    const { kind, subject, weight } = row
    await writeAudit(tx, {
      at,
      actor,
      action: 'risk.dismiss',
      subject: { kind: 'agent', id: row.agent_id },
      reason,
      before: { signal_id, kind, subject, weight, is_dismissed: false },
      after: { signal_id, kind, subject, weight, is_dismissed: true },
    })
    return { signal: only(await readSignals(tx, sql`id = ${signal_id}`)) }
  })
