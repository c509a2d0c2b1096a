import { parseMinor } from '@cashbox/contract'
import { nullable, text } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Subject } from './money-request.ts'

const HUNDREDTHS = 100n

/** The most of an asset that one operator moves alone, in hundredths; zero where nothing is set, so that it takes two. */
export async function readApprovalLimit(db: Queryable, asset: string): Promise<bigint> {
  const [row] = await db.query(sql`select value ->> ${asset} as above from setting where key = 'approval_limits'`, {
    above: nullable(text),
  })
  return parseMinor(row?.above ?? '') ?? 0n
}

/** Whether it is more than one operator moves alone. */
export function exceeds({ amount, decimals }: Pick<Subject, 'amount' | 'decimals'>, approvalLimit: bigint): boolean {
  const size = amount < 0n ? -amount : amount
  return size * HUNDREDTHS > approvalLimit * 10n ** BigInt(decimals)
}
