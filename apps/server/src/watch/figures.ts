import { sql } from '@cashbox/postgres/database'

/** What is counted for each hour, day or month: the columns of all tables that hold such sums. */
export const paymentFigures = [
  'deposit_count',
  'deposit_sum',
  'deposit_fee',
  'withdraw_count',
  'withdraw_sum',
  'withdraw_fee',
] as const
export const topupFigures = ['topup_count', 'topup_sum'] as const
export const otherFigures = [
  'added_count',
  'added_sum',
  'taken_count',
  'taken_sum',
  'commission_credit_count',
  'commission_credit_sum',
  'payout_count',
  'payout_sum',
] as const

/** The figures of payments from rows with `type`, `amount` and `fee`. */
export const paymentSums = sql`
  count(*) filter (where type = 'deposit') as deposit_count,
  coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
  coalesce(sum(fee) filter (where type = 'deposit'), 0)::bigint as deposit_fee,
  count(*) filter (where type = 'withdraw') as withdraw_count,
  coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum,
  coalesce(sum(fee) filter (where type = 'withdraw'), 0)::bigint as withdraw_fee`
