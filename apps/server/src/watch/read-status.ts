import { keyProblems, type Today } from '@cashbox/contract/operator'
import { col, only, type Queryable, query, queryOne, sql } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { DAY_MS, toSeconds } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import type { Finding } from '../platform/verify.ts'
import { unscannedSince } from './risk/scan-for-risk.ts'

export type Waiting = z.infer<typeof Waiting>

/** Counts of waiting work, for the metrics. */
export const Waiting = z.object({
  topups: z.array(z.object({ rail: z.string(), state: z.string(), count: z.int() })),
  jobs: z.array(z.object({ kind: z.string(), state: z.enum(['due', 'failed']), count: z.int() })),
  /** Transfers of other tokens that were listed today. */
  other_tokens: z.int(),
  /** Tron transactions below the smallest sum that is credited. */
  small_transactions: z.int(),
})

/** The worker reads inside a transaction. */
export type WatchServices = Pick<Services, 'clock' | 'config' | 'keyring'> & { readonly db: Queryable }

const MAX_ATTEMPTS_COUNTED = 10_000

const BrokenRules = z.array(
  z.object({
    rule: z.string(),
    violations: z.number(),
    /** Start of the first of the consecutive verifications that found it, in seconds. */
    since: z.number(),
  }),
)

const verificationColumns = {
  started_at: col.seconds,
  finished_at: col.nullable(col.seconds),
  last_finished_at: col.nullable(col.seconds),
  failed_checks: col.nullable(col.json(BrokenRules)),
}

const UNUSED_DAYS = 90
const NEVER_USED_DAYS = 30
const OLD_DAYS = 365
const EXPIRING_DAYS = 3
/** As long as the old key works at least. */
const ROTATED_DAYS = 1

/** Some partners call once a week. */
const IN_USE_DAYS = 7

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

export async function readWaiting({ db, clock }: WatchServices): Promise<Waiting> {
  const now = clock.now()
  const topups = await query(db, { rail: col.text, state: col.text, count: col.count })`
    select rail, state, count(*) as count from topup where state in ('confirming', 'held') group by rail, state`
  const jobs = await query(db, { kind: col.text, state: col.oneOf('due', 'failed'), count: col.count })`
    select kind, case when failed_at is null then 'due' else 'failed' end as state, count(*) as count from job
    where failed_at is not null or run_at <= ${now} group by 1, 2`
  const tron = await queryOne(db, { other_tokens: col.count, small_transactions: col.count })`
    select (select coalesce(sum(listed), 0)::bigint from tron_other_token where day = ${now.toISOString().slice(0, 10)}) as other_tokens,
           (select count(*) from tron_transaction where state = 'open' and is_small) as small_transactions`
  return { topups, jobs, ...tron }
}

/** The time range excludes jumps that a clock noted while it was years off. */
export function readClockJumps({ db, clock }: WatchServices): Promise<Today['clock_jumps']> {
  const now = clock.now().getTime()
  return query(db, { host: col.text, seconds: col.count, noticed_at: col.seconds })`
    select distinct on (host) host, seconds, noticed_at from clock_jump
    where noticed_at between ${new Date(now - DAY_MS)} and ${new Date(now + DAY_MS)}
    order by host, noticed_at desc`
}

export const readJobs = async ({ db, clock }: WatchServices): Promise<Today['jobs']> =>
  await queryOne(db, {
    failed: col.count,
    first_failed_at: col.nullable(col.seconds),
    due_since: col.nullable(col.seconds),
  })`
    select (select count(*) from job where failed_at is not null) as failed,
           (select min(failed_at) from job where failed_at is not null) as first_failed_at,
           least((select min(run_at) from job where failed_at is null and run_at <= ${clock.now()}),
                 ${unscannedSince(clock.now())}) as due_since`

export const readDestinations = ({ db }: WatchServices): Promise<Today['failing_destinations']> =>
  query(db, { id: col.uuid, name: col.text, since: col.seconds, is_stopped: col.bool })`
    select id, name, coalesce(stopped_at, failing_since) as since, stopped_at is not null as is_stopped
    from alert_destination
    where (failing_since is not null or stopped_at is not null) and disabled_at is null and removed_at is null
    order by created_at, id`

export async function readAttemptsWithoutMonth({ db }: WatchServices): Promise<Today['attempts_without_month']> {
  const statement = sql`
    select count(*) as count from (select 1 from webhook_attempt_other limit ${MAX_ATTEMPTS_COUNTED}) as attempt`
  return only(await db.query(statement, { count: col.count })).count
}

export async function readLastBackup({ db }: Pick<WatchServices, 'db'>): Promise<Today['backup']> {
  const [row] = await query(db, { made_at: col.seconds, is_checked: col.bool })`
    select made_at, coalesce(broken_rules = 0, false) as is_checked from backup order by made_at desc limit 1`
  return row ?? null
}

export async function readVerification({ db }: WatchServices): Promise<Today['verification']> {
  const [row] = await query(db, verificationColumns)`
    select last.started_at, last.finished_at, finished.finished_at as last_finished_at, finished.failed_checks
    from (select started_at, finished_at from verification order by started_at desc limit 1) as last
    left join lateral (
      select finished_at, failed_checks from verification where finished_at is not null
      order by started_at desc limit 1) as finished on true`
  if (!row) return null
  const failed_checks = row.failed_checks ?? []
  return { ...row, has_failed_checks: failed_checks.length > 0, failed_checks }
}

/** Keys that an operator should check, each for one reason. A key with an expiry is neither too old nor unused. */
export function readKeyProblems({ db, clock }: WatchServices): Promise<Today['keys']> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const soon = new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)
  return query(db, {
    partner: col.text,
    name: col.text,
    key_id: col.text,
    problem: col.oneOf(...keyProblems),
    last_used_at: col.nullable(col.seconds),
    expires_at: col.nullable(col.seconds),
    since: col.seconds,
  })`
    select partner, name, key_id, problem, last_used_at, expires_at,
           case problem when 'expiring' then expires_at - ${EXPIRING_DAYS}::integer * interval '1 day'
             when 'old' then created_at when 'rotated' then created_at else coalesce(last_used_at, activated_at) end as since
    from (
      select partner.code as partner, partner.name, key.id as key_id, key.created_at, key.activated_at, last_used_at, expires_at,
             case when replaces is not null and key.created_at > ${before(ROTATED_DAYS)} then 'rotated'
               when expires_at <= ${soon} and last_used_at > ${before(IN_USE_DAYS)} then 'expiring'
               when expires_at is not null then null
               when last_used_at < ${before(UNUSED_DAYS)} then 'unused'
               when last_used_at is null and key.activated_at < ${before(NEVER_USED_DAYS)} then 'unused'
               when key.created_at < ${before(OLD_DAYS)} then 'old' end as problem
      from partner_key as key join partner on partner.id = key.partner_id
      where key.disabled_at is null and key.activated_at is not null and partner.disabled_at is null
        and (expires_at is null or expires_at > ${now})) as judged
    where problem is not null order by partner, key_id`
}

export async function storeVerification(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  verify: () => Promise<readonly Finding[]>,
): Promise<void> {
  const id = uuidv7()
  const startedAt = clock.now()
  const [last] = await query(db, {
    failed_checks: col.json(BrokenRules),
  })`select failed_checks from verification where finished_at is not null order by started_at desc limit 1`
  await db.execute(sql`insert into verification (id, started_at) values (${id}, ${startedAt})`)
  const findings = await verify()
  const failed_checks = findings
    .filter(({ violations }) => violations > 0)
    .map(({ rule, violations, examples }) => ({
      rule,
      violations,
      examples,
      since: last?.failed_checks.find((before) => before.rule === rule)?.since ?? toSeconds(startedAt),
    }))
  await db.execute(sql`
    update verification set finished_at = ${clock.now()}, failed_checks = ${JSON.stringify(failed_checks)}::jsonb where id = ${id}`)
  await db.execute(sql`delete from verification where started_at < ${new Date(startedAt.getTime() - KEPT_MS)}`)
}
