import { languages } from '@cashbox/contract'
import { type AlertDestination, alertSeverities, destinationKinds } from '@cashbox/contract/operator'
import { col, type Queryable, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { refusal } from '../../platform/refusal.ts'

/** The sealed secret is bound to this text. */
export const destinationBinding = (id: string) => `alert_destination.secret ${id}`

const columns = {
  id: col.uuid,
  kind: col.oneOf(...destinationKinds),
  name: col.text,
  target: col.text,
  bot: col.nullable(col.text),
  language: col.oneOf(...languages),
  alert_kinds: col.nullable(col.textArray),
  min_severity: col.oneOf(...alertSeverities),
  activated_at: col.nullable(col.timestamptz),
  disabled_at: col.nullable(col.timestamptz),
  stopped_at: col.nullable(col.timestamptz),
  last_sent_at: col.nullable(col.seconds),
  failing_since: col.nullable(col.seconds),
  failures: col.int4,
  last_error: col.nullable(col.text),
  test_at: col.nullable(col.seconds),
  test_sent_at: col.nullable(col.timestamptz),
  test_failed_at: col.nullable(col.timestamptz),
  test_error: col.nullable(col.text),
  version: col.int4,
}
export type DestinationRow = RowOf<typeof columns>

/** All that were not removed, or the one with this ID. */
export const readDestinations = (db: Queryable, id: string | null = null) =>
  query(db, columns)`
    select destination.id, kind, name, target, bot, language, alert_kinds, min_severity, activated_at, disabled_at,
           stopped_at, last_sent_at, failing_since, failures, destination.last_error, test.created_at as test_at,
           test.sent_at as test_sent_at, test.failed_at as test_failed_at, test.last_error as test_error, version
    from alert_destination as destination
    left join lateral (
      select created_at, sent_at, failed_at, last_error from alert_notification
      where destination_id = destination.id and episode_id is null order by created_at desc limit 1) as test on true
    where removed_at is null and (${id}::uuid is null or destination.id = ${id}::uuid)
    order by destination.created_at, destination.id`

export async function readDestination(db: Queryable, id: string): Promise<DestinationRow> {
  const [row] = await readDestinations(db, id)
  if (!row) throw refusal('not_found')
  return row
}

export async function lockDestination(tx: Tx, id: string): Promise<DestinationRow> {
  await tx.execute(sql`select 1 from alert_destination where id = ${id} for update`)
  return readDestination(tx, id)
}

export function toDestination({
  activated_at,
  disabled_at,
  stopped_at,
  test_at,
  test_sent_at,
  test_failed_at,
  test_error,
  ...shown
}: DestinationRow): AlertDestination {
  const onOrOff = disabled_at !== null ? 'off' : stopped_at === null ? 'on' : 'stopped'
  const state = test_sent_at ? 'sent' : test_failed_at ? 'failed' : 'waiting'
  return {
    ...shown,
    state: activated_at === null ? 'waiting' : onOrOff,
    last_test: test_at === null ? null : { at: test_at, state, error: test_failed_at ? test_error : null },
  }
}
