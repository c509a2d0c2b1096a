import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { runningNumber, seconds, secondsInQuery, wholeNumber } from '../fields.ts'
import { Money } from '../money.ts'
import { TransactionType } from './payments.ts'
import { Topup } from './user.ts'

/** The two accounts of an agent: the balance, and the commission that was earned and not yet credited. */
export const statementAccounts = ['float', 'commission'] as const
export type StatementAccount = (typeof statementAccounts)[number]

/** What moves them. */
export const statementKinds = [
  'deposit',
  'withdraw',
  'top_up',
  'commission_credit',
  'payout',
  'adjustment',
  'reversal',
] as const
export type StatementKind = (typeof statementKinds)[number]

/** Without gaps in each account, from 1. */

export const StatementLine = z.object({
  number: z.int(),
  at: seconds,
  kind: z.enum(statementKinds),
  /** With a minus where the balance went down. */
  amount: Money,
  /** Balance after this line. */
  balance: Money,
  /** Of a confirmation or its reversal. */
  transaction_id: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  /** How a top-up came in. */
  rail: z.nullable(z.string()),
  /** In the words of the operator or partner who moved the money. */
  reason: z.nullable(z.string()),
})
export type StatementLine = z.infer<typeof StatementLine>

const account = z._default(z.enum(statementAccounts), 'float')
const period = { from: z.optional(secondsInQuery), to: z.optional(secondsInQuery) }

export const listStatement = endpoint('GET /user/statement', 'agent', {
  summary:
    'All that moved the balance or the commission, newest first, each line with the balance after it. `from` and `to` are both included; `cursor` is the `next_cursor` of the previous page, asked with the same filters.',
  input: z.strictObject({
    account,
    ...period,
    kind: z.optional(z.enum(statementKinds)),
    limit: z._default(wholeNumber(1, 100), 20),
    cursor: z.optional(runningNumber),
  }),
  output: z.object({
    currency_code: z.string(),
    list: z.array(StatementLine),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: ['agent_not_active'],
})

export const StatementPayment = z.object({
  transaction_id: z.string(),
  type: TransactionType,
  amount: Money,
  /** The agent's fee, and its share of the amount in percent. */
  fee: Money,
  fee_percent: Money,
  customer_id: z.string(),
  finished_at: seconds,
  reversed_at: z.nullable(seconds),
  reversal_reason: z.nullable(z.string()),
})

/** A line of either account that moved with this one, took it back, or was taken back by it. */
export const LinkedLine = z.object({
  account: z.enum(statementAccounts),
  number: z.int(),
  at: seconds,
  kind: z.enum(statementKinds),
  amount: Money,
})
export type LinkedLine = z.infer<typeof LinkedLine>

export const StatementDetail = z.extend(StatementLine, {
  account: z.enum(statementAccounts),
  currency_code: z.string(),
  balance_before: Money,
  /** The player's transaction, for a confirmation or its reversal. */
  payment: z.nullable(StatementPayment),
  topup: z.nullable(Topup),
  /** Where a payout went. */
  paid_to: z.nullable(z.string()),
  linked: z.array(LinkedLine),
})
export type StatementDetail = z.infer<typeof StatementDetail>

export const readStatementLine = endpoint('GET /user/statement/line', 'agent', {
  summary: 'Everything known about one line of the statement.',
  input: z.strictObject({ account, number: runningNumber }),
  output: z.object({ line: StatementDetail }),
  refusals: ['agent_not_active', 'not_found'],
})

export const BalanceExplanation = z.object({
  currency_code: z.string(),
  /** Balance at the first moment. */
  opening: Money,
  /** What each kind added or took. Kinds that did not occur are left out. */
  kinds: z.array(z.object({ kind: z.enum(statementKinds), count: z.int(), amount: Money })),
  /** Balance after the last second: the opening balance plus every amount. */
  closing: Money,
})
export type BalanceExplanation = z.infer<typeof BalanceExplanation>

export const explainBalance = endpoint('GET /user/statement/explanation', 'agent', {
  summary:
    'How a balance came about: the balance before `from`, what each kind of line added or took until `to` (both included), and the balance after it.',
  input: z.strictObject({ account, ...period }),
  output: z.object({ explanation: BalanceExplanation }),
  refusals: ['agent_not_active'],
})
