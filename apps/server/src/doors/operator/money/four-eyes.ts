import { parseMinor } from '@cashbox/contract'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Subject } from './money-request.ts'

const HUNDREDTHS = 100n

/** Whether it is more than one person may move. Where nothing is set, everything is. */
export async function needsSecond(
  db: Queryable,
  { amount, asset, decimals }: Pick<Subject, 'amount' | 'asset' | 'decimals'>,
): Promise<boolean> {
  const [row] = await db.query<{ above: string | null }>(sql`
    select value ->> ${asset} as above from setting where key = 'four_eyes_above'`)
  const above = parseMinor(row?.above ?? '') ?? 0n
  const size = amount < 0n ? -amount : amount
  return size * HUNDREDTHS > above * 10n ** BigInt(decimals)
}
