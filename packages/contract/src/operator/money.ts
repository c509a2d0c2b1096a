import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { cashId, seconds, secondsInQuery, text, wholeNumber } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { topupReasons, walletTypes } from '../user.ts'
import { statementAccounts } from './money-requests.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

const number = wholeNumber(1, 9_007_199_254_740_991)
const limit = z._default(wholeNumber(1, 200), 50)

export const HeldTopup = z.object({
  id: z.string(),
  /** Null where it is nobody's. */
  cash_id: z.nullable(z.string()),
  type: z.enum(walletTypes),
  reason: z.enum(topupReasons),
  coin: z.string(),
  /** What was sent, in coins. */
  sent: z.string(),
  /** What it would be credited with at this moment; null while that is not known, and where it is nothing. */
  received: z.nullable(Money),
  currency_code: z.nullable(z.string()),
  /** As the network or the provider names them; not always somebody who can be paid back. */
  sender: z.nullable(z.string()),
  reference: z.string(),
  txid: z.nullable(z.string()),
  seen_at: seconds,
  /** The request about it that waits. */
  request_id: z.nullable(z.string()),
})
export type HeldTopup = z.infer<typeof HeldTopup>

export const listHeldTopups = endpoint({
  method: 'GET',
  path: '/held-topups',
  access: 'operator',
  summary: 'Top-ups that could not be credited by themselves, newest first. `cursor` is the id of the last one.',
  input: z.strictObject({
    topup_id: z.optional(z.uuid()),
    cash_id: z.optional(cashId),
    reason: z.optional(z.enum(topupReasons)),
    limit,
    cursor: z.optional(z.uuid()),
  }),
  output: z.object({ list: z.array(HeldTopup), next_cursor: z.nullable(z.string()) }),
})

export const StatementEntry = z.object({
  /** Counts up without gaps in each account. */
  number: z.int(),
  at: seconds,
  kind: z.enum(['confirmation', 'reversal', 'top_up', 'settlement', 'payout', 'adjustment', 'suspense', 'release']),
  /** What moved the money names: a transaction, a top-up, a request. */
  reference: z.string(),
  /** What the player reads aloud, of a confirmation or its reversal. */
  transaction_id: z.nullable(z.string()),
  /** The operators' request behind it. */
  request_id: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  amount: Money,
  /** The balance after it. */
  balance: Money,
})
export type StatementEntry = z.infer<typeof StatementEntry>

export const readStatement = endpoint({
  method: 'GET',
  path: '/agents/:cash_id/statement',
  access: 'operator',
  summary:
    "What moved an agent's float or commission, newest first, with the balance after each. `cursor` is the number of the last entry on the page before; `to` is not included.",
  input: z.strictObject({
    cash_id: cashId,
    account: z._default(z.enum(statementAccounts), 'float'),
    from: z.optional(secondsInQuery),
    to: z.optional(secondsInQuery),
    limit,
    cursor: z.optional(number),
  }),
  output: z.object({
    currency_code: z.string(),
    /** As it is now. */
    balance: Money,
    list: z.array(StatementEntry),
    next_cursor: z.nullable(z.string()),
  }),
})

export const FourEyes = z.object({
  /** Of every currency of the network and every coin that has a rate. */
  list: z.array(
    z.object({
      asset: z.string(),
      /** The most that one operator moves alone; null where it always takes two. */
      above: z.nullable(Money),
    }),
  ),
  /** Of all settings together. */
  version: z.int(),
})
export type FourEyes = z.infer<typeof FourEyes>

export const readFourEyes = endpoint({
  method: 'GET',
  path: '/four-eyes',
  access: 'operator',
  summary: 'The sums above which two operators are needed.',
  input: Nothing,
  output: FourEyes,
})

export const setFourEyes = endpoint({
  method: 'POST',
  path: '/four-eyes',
  access: 'operator',
  summary:
    'The most of one currency or coin that one operator moves alone; null, and it always takes two. Counts from the next request on: what waits goes on waiting.',
  input: z.strictObject({
    version: z.int(),
    asset: text(10),
    above: z.nullable(AmountInput),
    reason: text(500),
  }),
  output: FourEyes,
  refusals: ['currency_unknown', 'stale'],
})

/** Support sees what agents ask about. */
export const moneyCalls: readonly OperatorCall[] = [
  [readFourEyes, ['finance', 'risk', 'admin']],
  [setFourEyes, ['admin']],
  [listHeldTopups, operatorRoles],
  [readStatement, operatorRoles],
]
