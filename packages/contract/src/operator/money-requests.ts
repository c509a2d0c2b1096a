import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { cashId, seconds, text, wholeNumber } from '../fields.ts'
import { AmountInput, type Minor, Money, parseMinor } from '../money.ts'
import { TransactionId, transactionTypes } from '../payments.ts'
import { statementAccounts } from '../statement.ts'
import { requestStates, SomeOperator } from './change-request.ts'
import type { OperatorCall } from './roles.ts'

/**
 * `adjustment` adds to an agent's float or takes from it. `settlement` moves commission to the float. `payout` takes from
 * the float an amount that was paid to the agent outside Cashbox. `topup_credit` and `topup_return` decide about a
 * held top-up. `reversal` reverses a confirmed transaction of any age.
 */
export const moneyKinds = ['adjustment', 'settlement', 'payout', 'topup_credit', 'topup_return', 'reversal'] as const
export type MoneyKind = (typeof moneyKinds)[number]

export const MoneyRequest = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(moneyKinds),
  state: z.enum(requestStates),
  /** Null for the return of a top-up that is not linked to an agent. */
  cash_id: z.nullable(z.string()),
  /** Two decimals; for a top-up return, as many as the coin has. Negative only for an adjustment that takes money. */
  amount: z.string(),
  /** The currency; for a top-up return, the coin. */
  asset: z.string(),
  topup_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** Rate and offset of a top-up credit. */
  rate: z.nullable(z.string()),
  offset_percent: z.nullable(z.string()),
  paid_to: z.nullable(z.string()),
  reason: z.string(),
  needs_approval: z.boolean(),
  requested_by: SomeOperator,
  requested_at: seconds,
  /** The second operator; null if none was needed or the request was withdrawn. */
  decided_by: z.nullable(SomeOperator),
  decided_at: z.nullable(seconds),
  note: z.nullable(z.string()),
  /** Refusal code of a failed request. */
  failure: z.nullable(z.string()),
  /** Null while no money has moved, and for the return of a token that is not on the books. */
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

/** Channel currency per coin. */
export const CoinRate = z.string().check(z.regex(/^(?=.*[1-9])\d{1,12}(?:\.\d{1,12})?$/))

/** What is moved, by kind. */
const adjustment = { kind: z.literal('adjustment'), cash_id: cashId, amount: SignedAmount }
/** Without an amount, all commission is settled. */
const settlement = { kind: z.literal('settlement'), cash_id: cashId, amount: z.optional(AmountInput) }
const payout = { kind: z.literal('payout'), cash_id: cashId, amount: AmountInput }
/** `cash_id` is required if the top-up is not linked to an agent. `rate` replaces the current rate. */
const suspenseCredit = {
  kind: z.literal('topup_credit'),
  topup_id: z.uuid(),
  cash_id: z.optional(cashId),
  rate: z.optional(CoinRate),
}
const suspenseReturn = { kind: z.literal('topup_return'), topup_id: z.uuid() }
const reversal = { kind: z.literal('reversal'), transaction_id: TransactionId }

const asked = {
  /** Created by the caller, one per form, so that repeating the call creates no second request. */
  id: z.uuid(),
  /** The agent sees it beside a top-up, and the player service in the event of a reversal. */
  reason: text(300),
}
/** How the agent was paid. */
const paidTo = text(200)

export const NewMoneyRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...asked, ...adjustment }),
  z.strictObject({ ...asked, ...settlement }),
  z.strictObject({ ...asked, ...payout, paid_to: paidTo }),
  z.strictObject({ ...asked, ...suspenseCredit }),
  z.strictObject({ ...asked, ...suspenseReturn }),
  z.strictObject({ ...asked, ...reversal }),
])

/** Texts do not move money, so a preview works without them. */
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
  'daily_cap_reached',
  'request_already_waiting',
  'cashbox_unknown',
  'demo_not_allowed',
  'agent_float_insufficient',
  'commission_insufficient',
  'topup_unknown',
  'topup_not_held',
  'token_has_no_value',
  'topup_already_assigned',
  'topup_not_assigned',
  'rate_unknown',
  'amount_too_small',
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
    'Create a money request. Up to the approval limit the money moves immediately; above it, the request waits for a second operator. A request that is not possible now is refused and not stored.',
  input: NewMoneyRequest,
  output: One,
  refusals: ['request_id_reused', ...standsInTheWay],
})

/** What a request would do now. */
export const MoneyPreview = z.object({
  kind: z.enum(moneyKinds),
  /** Null for the return of a top-up that is not linked to an agent. */
  agent: z.nullable(z.object({ cash_id: z.string(), first_name: z.string(), last_name: z.string() })),
  /** As in the request. */
  amount: z.string(),
  asset: z.string(),
  rate: z.nullable(z.string()),
  offset_percent: z.nullable(z.string()),
  /** The amount sent, for a held top-up. */
  topup: z.nullable(z.object({ sent: z.string(), coin: z.string() })),
  transaction: z.nullable(z.object({ transaction_id: z.string(), type: z.enum(transactionTypes) })),
  /** The agent's accounts that would change. */
  accounts: z.array(z.object({ account: z.enum(statementAccounts), before: Money, after: Money })),
  needs_approval: z.boolean(),
  /** Up to this amount one operator is enough; null: every request needs two. */
  above: z.nullable(Money),
})
export type MoneyPreview = z.infer<typeof MoneyPreview>

export const previewMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests/preview',
  access: 'operator',
  summary:
    'Preview a money request: the accounts before and after, and whether a second operator is needed. The request is carried out and rolled back, so nothing changes. It is refused for the same reasons as the real request.',
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
    'Approve or reject a request of another operator. An approved request is carried out immediately; if that is no longer possible, it becomes failed, with the reason.',
  input: z.discriminatedUnion('decision', [
    z.strictObject({ ...seen, decision: z.literal('approve'), note: z.optional(text(300)) }),
    z.strictObject({ ...seen, decision: z.literal('reject'), note: text(300) }),
  ]),
  output: One,
  refusals: ['own_request_not_allowed', 'daily_cap_reached', 'version_conflict'],
})

export const withdrawMoneyRequest = endpoint({
  method: 'POST',
  path: '/money-requests/:request_id/withdrawal',
  access: 'operator',
  summary: 'Withdraw your own request while it is waiting.',
  input: z.strictObject(seen),
  output: One,
  refusals: ['not_the_requester', 'version_conflict'],
})

export const readMoneyRequest = endpoint({
  method: 'GET',
  path: '/money-requests/:request_id',
  access: 'operator',
  summary: 'Read one money request.',
  input: z.strictObject({ request_id: z.uuid() }),
  output: One,
})

const number = wholeNumber(1, 9_007_199_254_740_991)
const limit = z._default(wholeNumber(1, 200), 50)

export const listMoneyRequests = endpoint({
  method: 'GET',
  path: '/money-requests',
  access: 'operator',
  summary: 'List money requests, newest first. `cursor` is the number of the last item on the previous page.',
  input: z.strictObject({
    state: z.optional(z.enum(requestStates)),
    kind: z.optional(z.enum(moneyKinds)),
    cash_id: z.optional(cashId),
    requested_by: z.optional(z.uuid()),
    limit,
    cursor: z.optional(number),
  }),
  output: z.object({ list: z.array(MoneyRequest), next_cursor: z.nullable(z.string()) }),
})

/** Finance and admins request and decide; risk can see the requests. */
export const moneyRequestCalls: readonly OperatorCall[] = [
  [createMoneyRequest, ['finance', 'admin']],
  [previewMoneyRequest, ['finance', 'admin']],
  [decideMoneyRequest, ['finance', 'admin']],
  [withdrawMoneyRequest, ['finance', 'admin']],
  [readMoneyRequest, ['finance', 'risk', 'admin']],
  [listMoneyRequests, ['finance', 'risk', 'admin']],
]
