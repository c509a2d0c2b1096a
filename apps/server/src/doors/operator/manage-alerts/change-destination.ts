import type { ParsedInputOf } from '@cashbox/contract'
import type { changeAlertDestination as call } from '@cashbox/contract/operator'
import { changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import {
  asArray,
  destinationSubject,
  factsOf,
  lockDestination,
  readDestination,
  showDestination,
} from './destination.ts'
import type { AlertServices, Asked } from './services.ts'

/** What is sent, when, and whether at all. Where it goes stays. */
export const changeDestination = ({ db, clock }: AlertServices, { input, actor }: Asked<ParsedInputOf<typeof call>>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const before = await lockDestination(tx, input.destination_id)
    if (before.version !== input.version) throw refusal('version_conflict')
    const wish = { ...before, ...withoutGaps(input) }
    const offSince = input.is_enabled === undefined ? before.disabled_at : input.is_enabled ? null : at
    await tx.execute(sql`
      update alert_destination
      set name = ${wish.name}, language = ${wish.language}, alert_kinds = ${asArray(wish.alert_kinds)}::text[],
          critical = ${wish.critical}, warning = ${wish.warning}, disabled_at = ${offSince}, version = version + 1
      where id = ${before.id}`)
    if (offSince !== null) await dropWaiting(tx, before.id, at)
    const after = await readDestination(tx, before.id)
    await writeAudit(tx, {
      at,
      actor,
      action: 'alert-destination.change',
      subject: destinationSubject(before.id),
      reason: input.reason,
      ...changesBetween(factsOf(before), factsOf(after)),
    })
    return { destination: showDestination(after) }
  })

/** What waits for a destination that is off would be old news when it is on again; what is then open is planned anew. */
export async function dropWaiting(tx: Tx, id: string, at: Date) {
  await tx.execute(sql`
    delete from alert_telling where destination_id = ${id} and (message_id is null or message_id in (
      select id from alert_message where destination_id = ${id} and sent_at is null and given_up_at is null))`)
  await tx.execute(sql`
    update alert_message set given_up_at = ${at} where destination_id = ${id} and sent_at is null and given_up_at is null`)
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

const withoutGaps = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
