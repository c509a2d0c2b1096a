import type { ParsedInputOf } from '@cashbox/contract'
import type { removeAlertDestination as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { dropWaiting } from './change-destination.ts'
import { destinationSubject, lockDestination } from './destination.ts'
import type { AlertServices, Asked } from './services.ts'

/** The row stays for what was told; the secret does not. */
export const removeDestination = ({ db, clock }: AlertServices, { input, actor }: Asked<ParsedInputOf<typeof call>>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const { id, name, kind, target, version } = await lockDestination(tx, input.destination_id)
    if (version !== input.version) throw refusal('version_conflict')
    await tx.execute(sql`
      update alert_destination set removed_at = ${at}, secret = null, version = version + 1 where id = ${id}`)
    await dropWaiting(tx, id, at)
    await writeAudit(tx, {
      at,
      actor,
      action: 'alert-destination.remove',
      subject: destinationSubject(id),
      reason: input.reason,
      before: { kind, name, target },
    })
    return {}
  })
