import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Money } from '../money.ts'
import { Day } from './reconciliation.ts'

/** `low`: less is left than the agreed level. `exhausted`: nothing is left. */
export const coverStates = ['enough', 'low', 'exhausted'] as const

/** What changed a position in a time: deposits and payments from you raise it, withdrawals, fees and payments to you lower it. */
const flows = {
  /** Confirmed deposits. */
  deposit_count: z.int(),
  deposits: Money,
  /** Confirmed withdrawals. */
  withdraw_count: z.int(),
  withdrawals: Money,
  /** Deposits and withdrawals that were reversed, on the day of the reversal. */
  deposits_reversed: Money,
  withdrawals_reversed: Money,
  /** By the tariff, less the fees of what was reversed. */
  fees: Money,
  /** Payments from the partner to the network, and from the network to the partner. */
  paid_in: Money,
  paid_out: Money,
}

export const Position = z.object({
  currency_code: z.string(),
  /** What the network holds for the partner. Negative: what the partner owes the network. */
  balance: Money,
  /** Withdrawals that are open, or whose end is not counted yet. */
  reserved: Money,
  /** Deposits for which the agents have not paid the network yet. They cover no withdrawal until then. */
  on_credit: Money,
  /** How far below zero the balance less `reserved` and `on_credit` may go. Zero: only what was paid in advance. Null: no limit. */
  credit_limit: z.nullable(Money),
  /** What withdrawals can still be opened for: balance and limit less `reserved` and `on_credit`. Null without a limit. */
  left: z.nullable(Money),
  /** Below this, `position.low` is sent. Null: never. */
  low_level: z.nullable(Money),
  cover: z.enum(coverStates),
  /** The balance when the last statement of account was closed, and what has changed it since. */
  opening: Money,
  ...flows,
})
export type Position = z.infer<typeof Position>

export const PositionDay = z.object({
  /** A UTC day on which the balance changed. */
  day: z.string(),
  ...flows,
  /** The balance after this day. */
  balance: Money,
})
export type PositionDay = z.infer<typeof PositionDay>

/** A tariff of a partner. */
export const PartnerFee = z.object({
  currency_code: z.string(),
  /** From when it counts. */
  valid_from: z.int(),
  /** Hundredths of a percent of each transaction, rounded half to even. */
  deposit_fee_bp: z.int(),
  /** Added for each transaction. */
  deposit_fee_fixed: Money,
  withdraw_fee_bp: z.int(),
  withdraw_fee_fixed: Money,
})
export type PartnerFee = z.infer<typeof PartnerFee>

/** By default the last 30 days. At most 366. */
export const statementPeriod = { from: z.optional(Day), to: z.optional(Day) }

export const readPosition = endpoint('GET /position', 'partner', {
  summary:
    'Read what you and the network owe each other, for each currency: the balance, what open withdrawals reserve, and what is left for new ones. Confirmations are counted a moment after they happen.',
  output: z.object({
    list: z.array(Position),
    /** The tariffs in force and those that begin later, newest first. */
    fees: z.array(PartnerFee),
  }),
})

export const DailyStatement = z.object({
  currency_code: z.string(),
  from: z.string(),
  to: z.string(),
  /** The balance before the first day, and after the last one. */
  opening: Money,
  closing: Money,
  /** Newest first. Days without a change are left out. */
  list: z.array(PositionDay),
})
export type DailyStatement = z.infer<typeof DailyStatement>

export const readStatement = endpoint('GET /statement', 'partner', {
  summary:
    'Read what changed your balance in one currency, day by day (UTC), with the balance after each day; by default the last 30 days, and at most 366.',
  input: z.strictObject({ currency_code: z.string().check(z.regex(/^[A-Z]{3,5}$/)), ...statementPeriod }),
  output: DailyStatement,
  refusals: ['currency_unknown', 'period_invalid'],
})
