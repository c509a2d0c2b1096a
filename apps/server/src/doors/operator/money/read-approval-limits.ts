import { formatMinor, parseMinor } from '@cashbox/contract'
import type { ApprovalLimits } from '@cashbox/contract/operator'
import { int4, nullable, text } from '../../../platform/db/columns.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The limits above which a second operator is needed: of all assets in use here, and of all that have one. */
export async function readApprovalLimits(db: Queryable): Promise<ApprovalLimits> {
  // First, so that what is read with it can only be newer.
  const { version } = only(await db.query(sql`select version from setting_version`, { version: int4 }))
  const rows = await db.query(
    sql`
      with chosen as (select value from setting where key = 'approval_limits'),
           known as (
             select currency_code as asset from channel where not is_demo
             union select coin from rate
             union select jsonb_object_keys(value) from chosen)
      select asset, (select value ->> asset from chosen) as above from known order by asset`,
    { asset: text, above: nullable(text) },
  )
  return { list: rows.map(({ asset, above }) => ({ asset, above: shown(above) })), version }
}

/** What is no amount counts as none, as it does for requests. */
function shown(above: string | null): string | null {
  const minor = parseMinor(above ?? '')
  return minor === null || minor === 0n ? null : formatMinor(minor)
}
