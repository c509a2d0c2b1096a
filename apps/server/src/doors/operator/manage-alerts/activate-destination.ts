import type { ParsedInputOf } from '@cashbox/contract'
import type { activateAlertDestination as call } from '@cashbox/contract/operator'
import { type Act, approvedAs } from '../../../domain/approvals/change.ts'
import { doOrAsk } from '../../../domain/approvals/do-or-ask.ts'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { destinationSubject, lockDestination, readDestination, showDestination } from './destination.ts'
import type { AlertServices, Asked } from './services.ts'

type Input = ParsedInputOf<typeof call>

/** Asks a second admin to let alerts be sent to a destination. */
export async function activateDestination(services: AlertServices, { input, actor }: Asked<Input>) {
  const wish = { kind: 'alert_destination', input, reason: input.reason, actor } as const
  const request = await doOrAsk(services, wish, letBeUsed)
  return { destination: showDestination(await readDestination(services.db, input.destination_id)), request }
}

export const letBeUsed: Act<Input> = async (tx, { destination_id, reason }, by) => {
  const destination = await lockDestination(tx, destination_id)
  if (destination.activated_at !== null) throw refusal('not_found')
  await tx.execute(sql`
    update alert_destination set activated_at = ${by.at}, version = version + 1 where id = ${destination_id}`)
  const { kind, name, target, bot } = destination
  const after = { kind, target, ...(bot === null ? {} : { bot }) }
  const subject = destinationSubject(destination_id)
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'alert-destination.activate',
    subject,
    reason,
    after: { ...after, ...approvedAs(by) },
  })
  return { subject: { ...subject, name }, before: null, after, needsApproval: true }
}
