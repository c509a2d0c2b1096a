import type { ParsedInputOf } from '@cashbox/contract'
import type { addAlertDestination as call } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { destinationPlace } from '../../../domain/alerts/destination-place.ts'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { sql } from '../../../platform/db/sql.ts'
import { problemOf } from '../../../platform/http/post-outside.ts'
import { invalidFields } from '../../../platform/refusal.ts'
import { newSigningSecret } from '../../../platform/standard-webhooks.ts'
import { activateDestination } from './activate-destination.ts'
import { asArray, destinationSubject } from './destination.ts'
import type { AlertServices, Asked } from './services.ts'

type Input = ParsedInputOf<typeof call>

/**
 * Writes it down with its secret sealed, and asks a second admin to let it be used. The request names it by its ID, so
 * a token is never in a request. The secret of a webhook is known here for the last time.
 */
export async function addDestination(services: AlertServices, { input, actor }: Asked<Input>) {
  const { db, clock, keyring, mayBePrivate } = services
  const { kind, name, target, language, alert_kinds, critical, warning, reason } = input
  if (kind === 'webhook' && problemOf(target, mayBePrivate) !== null) {
    throw invalidFields({ target: [{ code: 'webhook_address_invalid' }] })
  }
  const id = uuidv7()
  const at = clock.now()
  const signing = kind === 'webhook' ? newSigningSecret() : null
  const secret = kind === 'telegram' ? input.token : signing
  const bot = kind === 'telegram' ? (input.token.split(':')[0] ?? '') : null
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into alert_destination (id, kind, name, target, bot, secret, language, alert_kinds, critical, warning, created_at)
      values (${id}, ${kind}, ${name}, ${target}, ${bot}, ${secret && keyring.seal(secret, destinationPlace(id))},
        ${language}, ${asArray(alert_kinds)}::text[], ${critical}, ${warning}, ${at})`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'alert-destination.add',
      subject: destinationSubject(id),
      reason,
      after: { kind, name, target, ...(bot === null ? {} : { bot }) },
    })
  })
  const asked = await activateDestination(services, { input: { destination_id: id, reason }, actor })
  return { ...asked, secret: signing }
}
