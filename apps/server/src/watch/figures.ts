import { col, identifier, type Sql, sql } from '../platform/database/database.ts'

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
  'settlement_count',
  'settlement_sum',
  'payout_count',
  'payout_sum',
] as const

/** The same SQL for each of them, with commas between. */
export const each = (names: readonly string[], write: (name: Sql) => Sql): Sql =>
  names.map((name) => write(identifier(name))).reduce((all, one) => sql`${all}, ${one}`)

export const listed = (names: readonly string[]) => each(names, (name) => name)
export const summed = (names: readonly string[]) => each(names, (name) => sql`sum(${name})::bigint as ${name}`)
export const columnsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, col.int8])) as Record<Name, typeof col.int8>

/** The figures of payments from rows with `type`, `amount` and `fee`. */
export const paymentSums = sql`
  count(*) filter (where type = 'deposit') as deposit_count,
  coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposit_sum,
  coalesce(sum(fee) filter (where type = 'deposit'), 0)::bigint as deposit_fee,
  count(*) filter (where type = 'withdraw') as withdraw_count,
  coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as withdraw_sum,
  coalesce(sum(fee) filter (where type = 'withdraw'), 0)::bigint as withdraw_fee`
