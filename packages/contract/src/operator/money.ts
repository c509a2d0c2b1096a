import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, secondsInQuery, text, wholeNumber } from '../fields.ts'
import { AmountInput, type Minor, Money, parseMinor } from '../money.ts'
import { TransactionId } from '../payments.ts'
import { topupReasons, walletTypes } from '../user.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

/**
 * `adjustment` adds to an agent's float or takes from it. `settlement` turns commission into float. `payout` takes from
 * the float what was paid to the agent elsewhere. `suspense_credit` and `suspense_return` decide about a held top-up.
 * `reversal` takes back a confirmed transaction, however long ago it was.
 */
export const moneyKinds = [
  'adjustment',
  'settlement',
  'payout',
  'suspense_credit',
  'suspense_return',
  'reversal',
] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Waits for a second operator; everything else is an end. `failed`: it was approved, and could not be done any more. */
export const moneyStates = ['waiting', 'done', 'refused', 'withdrawn', 'failed'] as const
export type MoneyState = (typeof moneyStates)[number]

const SomeOperator = z.object({ id: z.string(), name: z.string() })

export const MoneyRequest = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(moneyKinds),
  state: z.enum(moneyStates),
  /** The agent's; null where a top-up that goes back belongs to nobody. */
  cash_id: z.nullable(z.string()),
  /** With two decimals; of a top-up that goes back as many as its coin has. Negative only where an adjustment takes. */
  amount: z.string(),
  /** The currency, or the coin of a top-up that goes back. */
  asset: z.string(),
  topup_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** The rate and the offset in percent that a credit was fixed at, or where a payout goes. */
  rate: z.nullable(z.string()),
  offset_percent: z.nullable(z.string()),
  paid_to: z.nullable(z.string()),
  reason: z.string(),
  needs_second: z.boolean(),
  requested_by: SomeOperator,
  requested_at: seconds,
  /** The second operator; null where none was needed, and where it was withdrawn. */
  decided_by: z.nullable(SomeOperator),
  decided_at: z.nullable(seconds),
  note: z.nullable(z.string()),
  /** The code of the refusal that a failed one met. */
  failure: z.nullable(z.string()),
  /** What moved the money; null also where nothing was on the books: a token of no worth that went back. */
  transfer_id: z.nullable(z.string()),
  version: z.int(),
})
export type MoneyRequest = z.infer<typeof MoneyRequest>

const One = z.object({ request: MoneyRequest })

const cashId = z.string().check(z.regex(/^\d{1,15}$/, 'cashbox_unknown'))

/** "-1250.5" takes, "1250.5" adds; never zero. */
const SignedAmount = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value, context): Minor => {
    const [, sign = '', digits = ''] = /^([-−]?)(.*)$/.exec(String(value).trim()) ?? []
    const minor = parseMinor(digits)
    if (minor !== null && minor > 0n) return sign === '' ? minor : -minor
    context.issues.push({ code: 'custom', message: 'invalid_amount', input: value })
    return z.NEVER
  }),
)

/** Channel currency for one coin. */
export const CoinRate = z.string().check(z.regex(/^(?=.*[1-9])\d{1,12}(?:\.\d{1,12})?$/))

const asked = {
  /** Made by the caller, one a form: sent again, it is the same request. */
  id: z.uuid(),
  /** Why. The agent reads it beside a top-up, and the player service in the event of a reversal. */
  reason: text(300),
}

export const NewMoneyRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...asked, kind: z.literal('adjustment'), cash_id: cashId, amount: SignedAmount }),
  /** Without an amount: all the commission there is. */
  z.strictObject({ ...asked, kind: z.literal('settlement'), cash_id: cashId, amount: z.optional(AmountInput) }),
  /** `paid_to` says how and where it is paid. */
  z.strictObject({ ...asked, kind: z.literal('payout'), cash_id: cashId, amount: AmountInput, paid_to: text(200) }),
  /** A cashbox is named where the top-up is nobody's; a rate, instead of the one of this moment. */
  z.strictObject({
    ...asked,
    kind: z.literal('suspense_credit'),
    topup_id: z.uuid(),
    cash_id: z.optional(cashId),
    rate: z.optional(CoinRate),
  }),
  z.strictObject({ ...asked, kind: z.literal('suspense_return'), topup_id: z.uuid() }),
  z.strictObject({ ...asked, kind: z.literal('reversal'), transaction_id: TransactionId }),
])

export const createMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests',
  access: 'operator',
  summary:
    'Ask for money to be moved. Up to the amount that one person may move it is done at once; above it, it waits for a second operator. What could not be done now is refused and not kept.',
  input: NewMoneyRequest,
  output: One,
  refusals: [
    'request_id_reused',
    'already_requested',
    'cashbox_unknown',
    'demo_not_allowed',
    'agent_float_insufficient',
    'commission_insufficient',
    'topup_unknown',
    'topup_not_held',
    'topup_worthless',
    'topup_owned',
    'topup_unowned',
    'rate_unknown',
    'rate_no_amount',
    'transaction_not_confirmed',
    'transaction_reversed',
    'reversal_not_covered',
  ],
})

const seen = { request_id: z.uuid(), version: z.int() }

export const decideMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests/:request_id/decision',
  access: 'operator',
  summary:
    'Approve or refuse what somebody else asked for. An approved request is carried out at once; one that can not be carried out any more answers as failed, with the reason.',
  input: z.discriminatedUnion('decision', [
    z.strictObject({ ...seen, decision: z.literal('approve'), note: z.optional(text(300)) }),
    z.strictObject({ ...seen, decision: z.literal('refuse'), note: text(300) }),
  ]),
  output: One,
  refusals: ['not_own_request', 'stale'],
})

export const withdrawMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests/:request_id/withdrawal',
  access: 'operator',
  summary: 'Take back what one has asked for oneself, while it waits.',
  input: z.strictObject(seen),
  output: One,
  refusals: ['only_own_request', 'stale'],
})

export const readMoneyRequest = endpoint({
  method: 'GET',
  path: '/money-requests/:request_id',
  access: 'operator',
  summary: 'One request.',
  input: z.strictObject({ request_id: z.uuid() }),
  output: One,
})

const number = wholeNumber(1, 9_007_199_254_740_991)
const limit = z._default(wholeNumber(1, 200), 50)

export const listMoneyRequests = endpoint({
  method: 'GET',
  path: '/money-requests',
  access: 'operator',
  summary: 'Requests, newest first. `cursor` is the number of the last one on the page before.',
  input: z.strictObject({
    state: z.optional(z.enum(moneyStates)),
    kind: z.optional(z.enum(moneyKinds)),
    cash_id: z.optional(cashId),
    requested_by: z.optional(z.uuid()),
    limit,
    cursor: z.optional(number),
  }),
  output: z.object({ list: z.array(MoneyRequest), next_cursor: z.nullable(z.string()) }),
})

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

/** Of the two accounts that an agent has. */
export const statementAccounts = ['float', 'commission'] as const

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

/** Money is asked for and decided by finance and admins, watched by risk; support sees what agents ask about. */
export const moneyCalls: readonly OperatorCall[] = [
  [createMoneyRequest, ['finance', 'admin']],
  [decideMoneyRequest, ['finance', 'admin']],
  [withdrawMoneyRequest, ['finance', 'admin']],
  [readMoneyRequest, ['finance', 'risk', 'admin']],
  [listMoneyRequests, ['finance', 'risk', 'admin']],
  [readFourEyes, ['finance', 'risk', 'admin']],
  [setFourEyes, ['admin']],
  [listHeldTopups, operatorRoles],
  [readStatement, operatorRoles],
]
