import { languages } from '@cashbox/contract'
import { type AlertDestination, cadences, destinationKinds } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { int4, nullable, oneOf, type RowOf, text, textArray, timestamptz, uuid } from '../../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

const columns = {
  id: uuid,
  kind: oneOf(...destinationKinds),
  name: text,
  target: text,
  bot: nullable(text),
  language: oneOf(...languages),
  alert_kinds: nullable(textArray),
  critical: oneOf(...cadences),
  warning: oneOf(...cadences),
  activated_at: nullable(timestamptz),
  disabled_at: nullable(timestamptz),
  stopped_at: nullable(timestamptz),
  last_sent_at: nullable(timestamptz),
  failing_since: nullable(timestamptz),
  failures: int4,
  last_error: nullable(text),
  test_at: nullable(timestamptz),
  test_sent_at: nullable(timestamptz),
  test_given_up_at: nullable(timestamptz),
  test_error: nullable(text),
  version: int4,
}
export type DestinationRow = RowOf<typeof columns>

/** Those that were not removed, or one of them. */
export const readDestinations = (db: Queryable, id: string | null = null) =>
  db.query(
    sql`
      select destination.id, kind, name, target, bot, language, alert_kinds, critical, warning, activated_at, disabled_at,
             stopped_at, last_sent_at, failing_since, failures, destination.last_error, test.created_at as test_at,
             test.sent_at as test_sent_at, test.given_up_at as test_given_up_at, test.last_error as test_error, version
      from alert_destination as destination
      left join lateral (
        select created_at, sent_at, given_up_at, last_error from alert_message
        where destination_id = destination.id and is_test order by created_at desc limit 1) as test on true
      where removed_at is null and (${id}::uuid is null or destination.id = ${id}::uuid)
      order by destination.created_at, destination.id`,
    columns,
  )

export async function readDestination(db: Queryable, id: string): Promise<DestinationRow> {
  const [row] = await readDestinations(db, id)
  if (!row) throw refusal('not_found')
  return row
}

/** Held until the change is made: another who changes it waits. */
export async function lockDestination(tx: Tx, id: string): Promise<DestinationRow> {
  await tx.execute(sql`select 1 from alert_destination where id = ${id} for update`)
  return readDestination(tx, id)
}

const orNull = (time: Date | null) => time && toSeconds(time)

export const showDestination = (row: DestinationRow): AlertDestination => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  target: row.target,
  bot: row.bot,
  language: row.language,
  alert_kinds: row.alert_kinds,
  critical: row.critical,
  warning: row.warning,
  state: stateOf(row),
  last_sent_at: orNull(row.last_sent_at),
  failing_since: orNull(row.failing_since),
  failures: row.failures,
  last_error: row.last_error,
  last_test: row.test_at && {
    at: toSeconds(row.test_at),
    state: row.test_sent_at ? 'sent' : row.test_given_up_at ? 'failed' : 'waiting',
    error: row.test_given_up_at ? row.test_error : null,
  },
  version: row.version,
})

function stateOf({ activated_at, disabled_at, stopped_at }: DestinationRow): AlertDestination['state'] {
  if (activated_at === null) return 'waiting'
  if (disabled_at !== null) return 'off'
  return stopped_at === null ? 'on' : 'stopped'
}

/** What the audit keeps of it. */
export const factsOf = ({ name, language, alert_kinds, critical, warning, disabled_at }: DestinationRow) => ({
  name,
  language,
  alert_kinds: alert_kinds?.join(', ') ?? 'all',
  critical,
  warning,
  is_enabled: disabled_at === null,
})

export const destinationSubject = (id: string) => ({ kind: 'alert_destination', id })

/** An array for SQL; the names of kinds have neither commas nor quotes. */
export const asArray = (kinds: readonly string[] | null) => kinds && `{${[...new Set(kinds)].join(',')}}`
