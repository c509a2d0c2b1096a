import { formatMinor } from '@cashbox/contract'
import type { ApprovalLimits } from '@cashbox/contract/operator'
import { type Limits, limitsOf } from '../approvals/limits.ts'
import { int4, nullable, text } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** The limits above which a second operator is needed: of all assets in use here, and of all that have one. */
export async function readApprovalLimits(db: Queryable): Promise<ApprovalLimits> {
  // First, so that what is read with it can only be newer.
  const { version } = only(await db.query(sql`select version from setting_version`, { version: int4 }))
  const rows = await db.query(
    sql`
      with chosen as (select value from setting where key = 'approval_limits'),
           caps as (select value from setting where key = 'daily_caps'),
           known as (
             select currency_code as asset from channel where not is_demo
             union select coin from rate
             union select jsonb_object_keys(value) from chosen
             union select jsonb_object_keys(value) from caps)
      select asset, (select value ->> asset from chosen) as above, (select value ->> asset from caps) as per_day
      from known order by asset`,
    { asset: text, above: nullable(text), per_day: nullable(text) },
  )
  return {
    list: rows.map(({ asset, above, per_day }) => ({ asset, ...showLimits(limitsOf(above, per_day)) })),
    version,
  }
}

export const showLimits = ({ above, perDay, ownPerDay }: Limits) => ({
  above: above === 0n ? null : formatMinor(above),
  per_day: perDay === null ? null : formatMinor(perDay),
  is_per_day_default: ownPerDay === null,
})
