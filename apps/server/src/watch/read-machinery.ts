import type { Today } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { bool, int8, json, nullable, text, timestamptz, uuid } from '../platform/database/columns.ts'
import { only } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { WatchServices } from './services.ts'
import { BrokenRules } from './store-verification.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const orNull = (time: Date | null) => time && toSeconds(time)

/** One that was noted by a clock that is years off says nothing of today. */
export async function readClockJumps({ db, clock }: WatchServices): Promise<Today['clock_jumps']> {
  const now = clock.now().getTime()
  const rows = await db.query(
    sql`
      select distinct on (host) host, seconds, noticed_at from clock_jump
      where noticed_at between ${new Date(now - DAY_MS)} and ${new Date(now + DAY_MS)}
      order by host, noticed_at desc`,
    { host: text, seconds: int8, noticed_at: timestamptz },
  )
  return rows.map((row) => ({ ...row, seconds: Number(row.seconds), noticed_at: toSeconds(row.noticed_at) }))
}

export async function readJobs({ db, clock }: WatchServices): Promise<Today['jobs']> {
  const row = only(
    await db.query(
      sql`
        select (select count(*) from job where failed_at is not null) as failed,
               (select min(failed_at) from job where failed_at is not null) as first_failed_at,
               (select min(run_at) from job where failed_at is null and run_at <= ${clock.now()}) as due_since`,
      { failed: int8, first_failed_at: nullable(timestamptz), due_since: nullable(timestamptz) },
    ),
  )
  return {
    failed: Number(row.failed),
    first_failed_at: orNull(row.first_failed_at),
    due_since: orNull(row.due_since),
  }
}

export async function readDestinations({ db }: WatchServices): Promise<Today['failing_destinations']> {
  const rows = await db.query(
    sql`
      select id, name, coalesce(stopped_at, failing_since) as since, stopped_at is not null as is_stopped
      from alert_destination
      where (failing_since is not null or stopped_at is not null) and disabled_at is null and removed_at is null
      order by created_at, id`,
    { id: uuid, name: text, since: timestamptz, is_stopped: bool },
  )
  return rows.map((row) => ({ ...row, since: toSeconds(row.since) }))
}

/** A row beyond this many changes nothing about what to do. */
const ATTEMPTS_COUNTED = 10_000

export async function readAttemptsWithoutMonth({ db }: WatchServices): Promise<Today['attempts_without_month']> {
  const statement = sql`
    select count(*) as count from (select 1 from webhook_attempt_other limit ${ATTEMPTS_COUNTED}) as attempt`
  return Number(only(await db.query(statement, { count: int8 })).count)
}

export async function readLastBackup({ db }: Pick<WatchServices, 'db'>): Promise<Today['backup']> {
  const [row] = await db.query(
    sql`
      select made_at, coalesce(broken_rules = 0, false) as is_checked from backup order by made_at desc limit 1`,
    { made_at: timestamptz, is_checked: bool },
  )
  return row ? { ...row, made_at: toSeconds(row.made_at) } : null
}

const verificationColumns = {
  started_at: timestamptz,
  finished_at: nullable(timestamptz),
  last_finished_at: nullable(timestamptz),
  failed_checks: nullable(json(BrokenRules)),
}

export async function readVerification({ db }: WatchServices): Promise<Today['verification']> {
  const [row] = await db.query(
    sql`
      select last.started_at, last.finished_at, finished.finished_at as last_finished_at, finished.failed_checks
      from (select started_at, finished_at from verification order by started_at desc limit 1) as last
      left join lateral (
        select finished_at, failed_checks from verification where finished_at is not null
        order by started_at desc limit 1) as finished on true`,
    verificationColumns,
  )
  if (!row) return null
  const failed_checks = row.failed_checks ?? []
  return {
    started_at: toSeconds(row.started_at),
    finished_at: orNull(row.finished_at),
    last_finished_at: orNull(row.last_finished_at),
    has_failed_checks: failed_checks.length > 0,
    failed_checks,
  }
}
