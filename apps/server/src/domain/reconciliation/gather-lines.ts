import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { endOf } from './closed-days.ts'

/** Who gathers lines is alone; those who make files are many, and none gathers meanwhile. */
const GATHERING = 4_205_119

export const lockToGather = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${GATHERING}::bigint)`)

/** Others may make files of other partners meanwhile. */
export async function lockToMake(tx: Tx, playerServiceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${GATHERING}::bigint)`)
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${playerServiceId}::uuid::text, ${GATHERING}::bigint))`,
  )
}

/** The first day of each partner that has no file yet. */
export const openDays = sql`
  select service.id, service.code, service.files_from,
         coalesce((select max(day) + 1 from reconciliation_file as file where file.player_service_id = service.id),
                  service.files_from) as day
  from player_service as service where service.files_from is not null`

/**
 * Writes down for all partners in which file each confirmation and reversal up to the end of a day belongs: in that of its
 * own day, or in the first one that is not made yet when that is later. Such a late one was written by a machine whose clock
 * is wrong, or was held up; it is looked for two days back.
 */
export async function gatherLines(tx: Tx, until: string): Promise<void> {
  await tx.execute(sql`
    with open as (${openDays}), since as (
      select (min(day) - 2)::timestamp at time zone 'UTC' as at from open
    )
    insert into reconciliation_line (player_service_id, day, at, player_transaction_id, event)
    select open.id, greatest((moved.at at time zone 'UTC')::date, open.day), moved.at, moved.id, moved.event
    from (
      select tx.player_service_id, confirmation.finished_at as at, tx.id, 'confirmed' as event
      from confirmation join player_transaction as tx on tx.id = confirmation.player_transaction_id
      where confirmation.finished_at >= (select at from since) and confirmation.finished_at < ${endOf(until)}
      union all
      select tx.player_service_id, reversal.reversed_at, tx.id, 'reversed'
      from reversal join player_transaction as tx on tx.id = reversal.player_transaction_id
      where reversal.reversed_at >= (select at from since) and reversal.reversed_at < ${endOf(until)}
    ) as moved
    join open on open.id = moved.player_service_id
    where moved.at >= open.files_from::timestamp at time zone 'UTC'
      and not exists (
        select 1 from reconciliation_line as line
        where line.player_transaction_id = moved.id and line.event = moved.event)`)
}
