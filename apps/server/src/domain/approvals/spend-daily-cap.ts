import { formatMinor } from '@cashbox/contract'
import { numeric } from '../../platform/db/columns.ts'
import { only, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { readLimits } from './approval-limits.ts'

interface Spending {
  readonly operatorId: string | null
  readonly asset: string
  /** In hundredths of the asset. */
  readonly amount: bigint
  readonly at: Date
}

/** Counts what an operator moves, approves or grants today (UTC), or refuses it. The command line has no cap. */
export async function spendDailyCap(tx: Tx, { operatorId, asset, amount, at }: Spending): Promise<void> {
  if (operatorId === null || amount === 0n) return
  const day = at.toISOString().slice(0, 10)
  const spent = only(
    await tx.query(
      sql`
        insert into operator_day as known (operator_id, day, asset, amount)
        values (${operatorId}, ${day}::date, ${asset}, ${amount.toString()}::numeric)
        on conflict (operator_id, day, asset) do update set amount = known.amount + excluded.amount
        returning amount`,
      { amount: numeric },
    ),
  )
  // A change of the cap waits, so that the audit has this act before it.
  await tx.execute(sql`select 1 from setting_version for share`)
  const { perDay } = await readLimits(tx, asset)
  if (perDay === null || BigInt(spent.amount) <= perDay) return
  const left = perDay - BigInt(spent.amount) + amount
  throw refusal('daily_cap_reached', { cap: formatMinor(perDay), left: formatMinor(left > 0n ? left : 0n), asset })
}
