import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { cashId, seconds, text, wholeNumber } from '../fields.ts'
import { AmountInput, type Minor, Money, parseMinor } from '../money.ts'
import { TransactionId, transactionTypes } from '../payments.ts'
import type { OperatorCall } from './roles.ts'

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

/** What is moved, by kind. */
const adjustment = { kind: z.literal('adjustment'), cash_id: cashId, amount: SignedAmount }
/** Without an amount: all the commission there is. */
const settlement = { kind: z.literal('settlement'), cash_id: cashId, amount: z.optional(AmountInput) }
const payout = { kind: z.literal('payout'), cash_id: cashId, amount: AmountInput }
/** A cashbox is named where the top-up has no owner; a rate, instead of the one of this moment. */
const suspenseCredit = {
  kind: z.literal('suspense_credit'),
  topup_id: z.uuid(),
  cash_id: z.optional(cashId),
  rate: z.optional(CoinRate),
}
const suspenseReturn = { kind: z.literal('suspense_return'), topup_id: z.uuid() }
const reversal = { kind: z.literal('reversal'), transaction_id: TransactionId }

const asked = {
  /** Made by the caller, one a form: sent again, it is the same request. */
  id: z.uuid(),
  /** Why. The agent reads it beside a top-up, and the player service in the event of a reversal. */
  reason: text(300),
}
/** How and where a payout is paid. */
const paidTo = text(200)

export const NewMoneyRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...asked, ...adjustment }),
  z.strictObject({ ...asked, ...settlement }),
  z.strictObject({ ...asked, ...payout, paid_to: paidTo }),
  z.strictObject({ ...asked, ...suspenseCredit }),
  z.strictObject({ ...asked, ...suspenseReturn }),
  z.strictObject({ ...asked, ...reversal }),
])

/** Words move no money, so a preview can be had before they are written. */
const unasked = { id: z.optional(asked.id), reason: z.optional(asked.reason) }

export const PreviewedRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...unasked, ...adjustment }),
  z.strictObject({ ...unasked, ...settlement }),
  z.strictObject({ ...unasked, ...payout, paid_to: z.optional(paidTo) }),
  z.strictObject({ ...unasked, ...suspenseCredit }),
  z.strictObject({ ...unasked, ...suspenseReturn }),
  z.strictObject({ ...unasked, ...reversal }),
])

const standsInTheWay = [
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
  'transaction_unknown',
  'transaction_not_confirmed',
  'transaction_reversed',
  'reversal_not_covered',
] as const

export const createMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests',
  access: 'operator',
  summary:
    'Ask for money to be moved. Up to the amount that one person may move it is done at once; above it, it waits for a second operator. What could not be done now is refused and not kept.',
  input: NewMoneyRequest,
  output: One,
  refusals: ['request_id_reused', ...standsInTheWay],
})

/** Of the two accounts that an agent has. */
export const statementAccounts = ['float', 'commission'] as const

/** What a request would do at this moment. */
export const MoneyPreview = z.object({
  kind: z.enum(moneyKinds),
  /** Null where a top-up that goes back has no owner. */
  agent: z.nullable(z.object({ cash_id: z.string(), first_name: z.string(), last_name: z.string() })),
  /** As the request would have them. */
  amount: z.string(),
  asset: z.string(),
  rate: z.nullable(z.string()),
  offset_percent: z.nullable(z.string()),
  /** What was sent, of a top-up that is held. */
  topup: z.nullable(z.object({ sent: z.string(), coin: z.string() })),
  transaction: z.nullable(z.object({ transaction_id: z.string(), type: z.enum(transactionTypes) })),
  /** Those of the agent's accounts that it changes. */
  accounts: z.array(z.object({ account: z.enum(statementAccounts), before: Money, after: Money })),
  needs_second: z.boolean(),
  /** The most of this asset that one operator moves alone; null where it always takes two. */
  above: z.nullable(Money),
})
export type MoneyPreview = z.infer<typeof MoneyPreview>

export const previewMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests/preview',
  access: 'operator',
  summary:
    'What creating this request would do now: the accounts before and after, and whether a second operator is needed. It is carried out and taken back, so nothing changes; what could not be done is refused as creating would refuse it.',
  input: PreviewedRequest,
  output: z.object({ preview: MoneyPreview }),
  refusals: standsInTheWay,
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

/** Money is asked for and decided by finance and admins, and watched by risk. */
export const moneyRequestCalls: readonly OperatorCall[] = [
  [createMoneyRequest, ['finance', 'admin']],
  [previewMoneyRequest, ['finance', 'admin']],
  [decideMoneyRequest, ['finance', 'admin']],
  [withdrawMoneyRequest, ['finance', 'admin']],
  [readMoneyRequest, ['finance', 'risk', 'admin']],
  [listMoneyRequests, ['finance', 'risk', 'admin']],
]
