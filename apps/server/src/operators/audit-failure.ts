import { type Actor, writeAudit } from '../access/audit.ts'
import type { OperatorServices } from './services.ts'

interface Failure {
  readonly action: 'operator.log-in-failed' | 'operator.code-failed'
  /** Null when there is no such account. */
  readonly operatorId: string | null
  readonly actor: Actor
}

/**
 * Writes down the first, tenth, hundredth… failure of an hour, with their number, so that strangers can't flood the audit.
 * The answer does not wait for it: its time would tell whether the account exists.
 */
export async function auditFailure(services: OperatorServices, { action, operatorId, actor }: Failure): Promise<void> {
  const { db, clock, limits, onError } = services
  const id = operatorId ?? 'unknown'
  const failures = await limits.count('audited-failure', `${action} ${id}`)
  if (!/^10*$/.test(String(failures))) return
  db.transaction((tx) =>
    writeAudit(tx, {
      at: clock.now(),
      actor,
      action,
      subject: { kind: 'operator', id },
      after: { failures_in_an_hour: failures },
    }),
  ).catch(onError)
}
