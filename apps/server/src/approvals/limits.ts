import { formatMinor, parseMinor } from '@cashbox/contract'
import { col, type Queryable, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { refusal } from '../platform/refusal.ts'

const HUNDREDTHS = 100n
/** The default daily cap, as a multiple of the approval limit. */
export const LIMITS_PER_DAY = 10n

export interface Limits {
  /** The most that one operator moves alone; zero when no limit is set, so that each request needs two. */
  readonly above: bigint
  /** The most that one operator moves, approves or grants in a day; null for no cap. */
  readonly perDay: bigint | null
  /** The cap as it was set; null if it follows the approval limit. */
  readonly ownPerDay: bigint | null
}

export interface AssetAmount {
  /** In the smallest unit of the asset. */
  readonly amount: bigint
  readonly decimals: number
}

export async function readLimits(db: Queryable, asset: string): Promise<Limits> {
  const row = await queryOne(db, { above: col.nullable(col.text), per_day: col.nullable(col.text) })`
    select (select value ->> ${asset} from setting where key = 'approval_limits') as above,
           (select value ->> ${asset} from setting where key = 'daily_caps') as per_day`
  return limitsOf(row.above, row.per_day)
}

/** A value that is no amount counts as none. */
export function limitsOf(aboveText: string | null, perDayText: string | null): Limits {
  const above = parseMinor(aboveText ?? '') ?? 0n
  const ownPerDay = parseMinor(perDayText ?? '')
  return { above, ownPerDay, perDay: ownPerDay ?? (above === 0n ? null : above * LIMITS_PER_DAY) }
}

export function exceeds({ amount, decimals }: AssetAmount, { above }: Limits): boolean {
  const size = amount < 0n ? -amount : amount
  return size * HUNDREDTHS > above * 10n ** BigInt(decimals)
}

export function inHundredths({ amount, decimals }: AssetAmount): bigint {
  const size = (amount < 0n ? -amount : amount) * HUNDREDTHS
  const unit = 10n ** BigInt(decimals)
  return (size + unit - 1n) / unit
}

interface Spending {
  readonly operatorId: string | null
  readonly asset: string
  readonly amount: bigint
  readonly at: Date
}

/** Counts an amount towards the cap of today (UTC), or refuses. The command line has no cap. */
export async function spendDailyCap(tx: Tx, { operatorId, asset, amount, at }: Spending): Promise<void> {
  if (operatorId === null || amount === 0n) return
  const day = at.toISOString().slice(0, 10)
  const spent = await queryOne(tx, { amount: col.numeric })`
    insert into operator_day as known (operator_id, day, asset, amount)
    values (${operatorId}, ${day}::date, ${asset}, ${amount.toString()}::numeric)
    on conflict (operator_id, day, asset) do update set amount = known.amount + excluded.amount
    returning amount`
  // A change of the cap waits for this lock, so that the audit lists this action before the change.
  await tx.execute(sql`select 1 from setting_version for share`)
  const { perDay } = await readLimits(tx, asset)
  if (perDay === null || BigInt(spent.amount) <= perDay) return
  const left = perDay - BigInt(spent.amount) + amount
  throw refusal('daily_cap_reached', { cap: formatMinor(perDay), left: formatMinor(left > 0n ? left : 0n), asset })
}
