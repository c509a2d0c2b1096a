import type { ParsedInputOf } from '@cashbox/contract'
import type { testAlertDestination as call } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { destinationSubject, lockDestination, readDestination, showDestination } from './destination.ts'
import type { AlertServices, Asked } from './services.ts'

/** Asks the worker for a test message. One that still waits is the same one. */
export const testDestination = ({ db, clock }: AlertServices, { input, actor }: Asked<ParsedInputOf<typeof call>>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const { id, activated_at } = await lockDestination(tx, input.destination_id)
    if (activated_at === null) throw refusal('transition_not_allowed')
    const isNew = await tx.execute(sql`
      insert into alert_message (id, destination_id, is_test, created_at, next_attempt_at)
      values (${uuidv7()}, ${id}, true, ${at}, ${at})
      on conflict (destination_id, is_test) where sent_at is null and given_up_at is null do nothing`)
    if (isNew > 0) {
      await writeAudit(tx, { at, actor, action: 'alert-destination.test', subject: destinationSubject(id) })
    }
    return { destination: showDestination(await readDestination(tx, id)) }
  })
