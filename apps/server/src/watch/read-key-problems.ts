import { keyProblems, type Today } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { nullable, oneOf, text, timestamptz } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { orNull } from './read-machinery.ts'
import type { WatchServices } from './services.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNUSED_DAYS = 90
const NEVER_USED_DAYS = 30
const OLD_DAYS = 365
const EXPIRING_DAYS = 3
/** A key counts as in use when it was used within these days: some partners call once a week. */
const IN_USE_DAYS = 7

/** Keys that an operator should look at, each for one reason. One that will expire is neither too old nor unused. */
export async function readKeyProblems({ db, clock }: WatchServices): Promise<Today['keys']> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const soon = new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)
  const rows = await db.query(
    sql`
      select partner, name, key_id, problem, last_used_at, expires_at,
             case problem when 'expiring' then expires_at - ${EXPIRING_DAYS}::integer * interval '1 day'
               when 'old' then created_at else coalesce(last_used_at, activated_at) end as since
      from (
        select service.code as partner, service.name, key.id as key_id, key.created_at, key.activated_at, last_used_at, expires_at,
               case when expires_at <= ${soon} and last_used_at > ${before(IN_USE_DAYS)} then 'expiring'
                 when expires_at is not null then null
                 when last_used_at < ${before(UNUSED_DAYS)} then 'unused'
                 when last_used_at is null and key.activated_at < ${before(NEVER_USED_DAYS)} then 'unused'
                 when key.created_at < ${before(OLD_DAYS)} then 'old' end as problem
        from partner_key as key join player_service as service on service.id = key.player_service_id
        where key.disabled_at is null and key.activated_at is not null and service.disabled_at is null
          and (expires_at is null or expires_at > ${now})) as judged
      where problem is not null order by partner, key_id`,
    {
      partner: text,
      name: text,
      key_id: text,
      problem: oneOf(...keyProblems),
      last_used_at: nullable(timestamptz),
      expires_at: nullable(timestamptz),
      since: timestamptz,
    },
  )
  return rows.map((row) => ({
    ...row,
    last_used_at: orNull(row.last_used_at),
    expires_at: orNull(row.expires_at),
    since: toSeconds(row.since),
  }))
}
