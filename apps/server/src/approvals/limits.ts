import { formatMinor, parseMinor } from '@cashbox/contract'
import { nullable, numeric, only, type Queryable, sql, type Tx, text } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'

const HUNDREDTHS = 100n
/** A rate that differs more than this from the last checked one is not set by one operator alone. */
export const LARGE_CHANGE_PERCENT = 10
/** Without a cap of its own, an operator moves at most this many times the approval limit in a day. */
export const LIMITS_PER_DAY = 100n

/** In hundredths of the asset. */
export interface Limits {
  /** The most that one operator moves alone; zero where nothing is set, so that it takes two. */
  readonly above: bigint
  /** The most that one operator moves, approves or grants in a day; null: no cap. */
  readonly perDay: bigint | null
  /** The cap as it was set; null: it follows the approval limit. */
  readonly ownPerDay: bigint | null
}

/** An amount of an asset in its smallest part. */
export interface Sized {
  readonly amount: bigint
  readonly decimals: number
}

export async function readLimits(db: Queryable, asset: string): Promise<Limits> {
  const row = only(
    await db.query(
      sql`
        select (select value ->> ${asset} from setting where key = 'approval_limits') as above,
               (select value ->> ${asset} from setting where key = 'daily_caps') as per_day`,
      { above: nullable(text), per_day: nullable(text) },
    ),
  )
  return limitsOf(row.above, row.per_day)
}

/** What is no amount counts as none. */
export function limitsOf(aboveText: string | null, perDayText: string | null): Limits {
  const above = parseMinor(aboveText ?? '') ?? 0n
  const ownPerDay = parseMinor(perDayText ?? '')
  return { above, ownPerDay, perDay: ownPerDay ?? (above === 0n ? null : above * LIMITS_PER_DAY) }
}

/** Whether it is more than one operator moves alone. */
export function exceeds({ amount, decimals }: Sized, { above }: Limits): boolean {
  const size = amount < 0n ? -amount : amount
  return size * HUNDREDTHS > above * 10n ** BigInt(decimals)
}

/** Rounded up. */
export function inHundredths({ amount, decimals }: Sized): bigint {
  const size = (amount < 0n ? -amount : amount) * HUNDREDTHS
  const unit = 10n ** BigInt(decimals)
  return (size + unit - 1n) / unit
}

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
