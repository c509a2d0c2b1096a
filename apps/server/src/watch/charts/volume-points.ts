import { formatMinor } from '@cashbox/contract'
import type { VolumePoint } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { int8, type RowOf } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'

export const volumeColumns = {
  /** Seconds: when the step begins. */
  at: int8,
  deposit_count: int8,
  deposit_sum: int8,
  deposit_fee: int8,
  withdraw_count: int8,
  withdraw_sum: int8,
  withdraw_fee: int8,
}
type VolumeRow = RowOf<typeof volumeColumns>

export const topupColumns = { at: int8, topup_count: int8, topup_sum: int8 }
type TopupRow = RowOf<typeof topupColumns>

/** Of rows that have such sums already. */
export const volumeSums = sql`
  sum(deposit_count)::bigint as deposit_count, sum(deposit_sum)::bigint as deposit_sum,
  sum(deposit_fee)::bigint as deposit_fee, sum(withdraw_count)::bigint as withdraw_count,
  sum(withdraw_sum)::bigint as withdraw_sum, sum(withdraw_fee)::bigint as withdraw_fee`

/** A point for each step, with zeros where nothing happened. Without top-ups each point has null for them. */
export function pointsOf(
  starts: readonly Date[],
  volumes: readonly VolumeRow[],
  topups: readonly TopupRow[] | null,
): VolumePoint[] {
  const volumeAt = new Map(volumes.map((row) => [Number(row.at), row]))
  const topupAt = new Map(topups?.map((row) => [Number(row.at), row]))
  return starts.map((start) => {
    const at = toSeconds(start)
    const row = volumeAt.get(at)
    const topup = topupAt.get(at)
    return {
      at,
      deposits: figures(row?.deposit_count, row?.deposit_sum, row?.deposit_fee),
      withdrawals: figures(row?.withdraw_count, row?.withdraw_sum, row?.withdraw_fee),
      topups: topups && { count: Number(topup?.topup_count ?? 0n), sum: formatMinor(topup?.topup_sum ?? 0n) },
    }
  })
}

const figures = (count = 0n, sum = 0n, fee = 0n) => ({
  count: Number(count),
  sum: formatMinor(sum),
  fee: formatMinor(fee),
})
