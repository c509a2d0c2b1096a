import * as z from 'zod/mini'
import { TransactionId, transactionTypes } from '../agent/payments.ts'
import { statementAccounts } from '../agent/statement.ts'
import { cashId, text } from '../fields.ts'
import { AmountInput, type Minor, Money, parseMinor } from '../money.ts'
import { CurrencyCode, paymentDirections } from '../partner/account-statements.ts'
import { Day } from '../partner/reconciliation.ts'
import { ApprovalRequest, moneyKinds } from './approval-request.ts'
import { NetworkCode } from './channels.ts'
import { operatorCall } from './roles.ts'

const One = z.object({ request: ApprovalRequest })

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
/** Without an amount, all commission is credited. */
const commissionCredit = { kind: z.literal('commission_credit'), cash_id: cashId, amount: z.optional(AmountInput) }
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
/** The date and reference are those on the bank statement. */
const partnerPayment = {
  kind: z.literal('partner_payment'),
  partner: NetworkCode,
  direction: z.enum(paymentDirections),
  currency_code: CurrencyCode,
  amount: AmountInput,
}
const partnerPaymentReversal = { kind: z.literal('partner_payment_reversal'), payment_id: z.uuid() }

const asked = {
  /** Created by the caller, one per form, so that repeating the call creates no second request. */
  id: z.uuid(),
  /** The agent sees it beside a top-up, and the player service in the event of a reversal. */
  reason: text(300),
}
/** How the agent was paid. */
const paidTo = text(200)
const bankLine = { paid_on: Day, bank_reference: text(100) }

type Shape = Readonly<Record<string, z.ZodMiniType>>

const everyKind = <Common extends Shape, Paid extends Shape, Bank extends Shape>(
  common: Common,
  paid: Paid,
  bank: Bank,
) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ ...common, ...adjustment }),
    z.strictObject({ ...common, ...commissionCredit }),
    z.strictObject({ ...common, ...payout, ...paid }),
    z.strictObject({ ...common, ...suspenseCredit }),
    z.strictObject({ ...common, ...suspenseReturn }),
    z.strictObject({ ...common, ...reversal }),
    z.strictObject({ ...common, ...partnerPayment, ...bank }),
    z.strictObject({ ...common, ...partnerPaymentReversal }),
  ])

export const NewMoneyRequest = everyKind(asked, { paid_to: paidTo }, bankLine)

/** Texts do not move money, so a preview works without them. */
export const PreviewedRequest = everyKind(
  { id: z.optional(asked.id), reason: z.optional(asked.reason) },
  { paid_to: z.optional(paidTo) },
  { paid_on: z.optional(bankLine.paid_on), bank_reference: z.optional(bankLine.bank_reference) },
)

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
  'partner_unknown',
  'currency_unknown',
  'bank_reference_used',
  'payment_unknown',
  'payment_reversed',
] as const

export const createMoneyRequest = operatorCall('POST /money-requests', ['finance', 'admin'], {
  summary:
    'Create a money request. Up to the approval limit the money moves immediately; above it, the request waits for a second operator. A request that is not possible now is refused and not stored.',
  input: NewMoneyRequest,
  output: One,
  refusals: ['request_id_reused', ...standsInTheWay],
})

/** What a request would do now. */
export const MoneyPreview = z.object({
  kind: z.enum(moneyKinds),
  /** Null for the return of a top-up that is not linked to an agent, and for payments of partners. */
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
  /** Of a payment between network and partner: its position in the currency. */
  partner: z.nullable(z.object({ code: z.string(), name: z.string(), before: Money, after: Money })),
  needs_approval: z.boolean(),
  /** Up to this amount one operator is enough; null: every such request needs two. */
  above: z.nullable(Money),
})
export type MoneyPreview = z.infer<typeof MoneyPreview>

export const previewMoneyRequest = operatorCall('POST /money-requests/preview', ['finance', 'admin'], {
  summary:
    'Preview a money request: the accounts before and after, and whether a second operator is needed. The request is carried out and rolled back, so nothing changes. It is refused for the same reasons as the real request.',
  input: PreviewedRequest,
  output: z.object({ preview: MoneyPreview }),
  refusals: standsInTheWay,
})

export const previewWaitingMoney = operatorCall('GET /money-requests/:request_id/preview', ['finance', 'admin'], {
  summary:
    'Preview what a waiting money request would do now, as for the operator who made it. It is refused if it can no longer be carried out.',
  input: z.strictObject({ request_id: z.uuid() }),
  output: z.object({ preview: MoneyPreview }),
  refusals: ['not_found', ...standsInTheWay],
})
