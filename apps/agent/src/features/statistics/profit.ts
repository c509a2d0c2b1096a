import type { Minor } from '@cashbox/contract'
import type { MonthStats } from '../../platform/stats.ts'

export type Profit = ReturnType<typeof profitOf>

export function profitOf({ depositFee, withdrawFee }: Pick<MonthStats, 'depositFee' | 'withdrawFee'>) {
  const total = depositFee + withdrawFee
  return {
    total,
    deposits: depositFee,
    payouts: withdrawFee,
    depositsPercent: percentOf(depositFee, total),
    payoutsPercent: percentOf(withdrawFee, total),
  }
}

/** To two decimals; 0 if there is no profit. Integer division, rounded half up: exact for any sum. */
function percentOf(part: Minor, total: Minor): number {
  if (total <= 0n) return 0
  return Number((part * 20_000n + total) / (total * 2n)) / 100
}
