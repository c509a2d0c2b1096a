import * as z from 'zod/mini'
import { seconds } from '../fields.ts'
import { paymentDirections } from '../partner/account-statements.ts'

/** `pending` means waiting for a second operator; the others are final. `failed`: approved, but no longer possible. */
export const requestStates = ['pending', 'completed', 'rejected', 'withdrawn', 'failed', 'expired'] as const

/** A request that is not decided within these days expires. */
export const REQUEST_DAYS = 7

/** A rate that differs more than this from the last checked one is not set by one operator alone. */
export const LARGE_CHANGE_PERCENT = 3

/** An agent's radius above this is not set by one operator alone. */
export const WIDE_AREA_M = 5000

/**
 * `adjustment` adds to an agent's float or takes from it. `commission_credit` moves commission to the float. `payout` takes from
 * the float an amount that was paid to the agent outside Cashbox. `topup_credit` and `topup_return` decide about a
 * held top-up. `reversal` reverses a confirmed transaction of any age. `partner_payment` records a payment between network
 * and partner, `partner_payment_reversal` takes one back; both always need a second operator.
 */
export const moneyKinds = [
  'adjustment',
  'commission_credit',
  'payout',
  'topup_credit',
  'topup_return',
  'reversal',
  'partner_payment',
  'partner_payment_reversal',
] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** The changes that can need a second operator. */
export const changeKinds = [
  'rate_set',
  'agent_approve',
  'agent_terms',
  'agent_restore',
  'operator_create',
  'operator_change',
  'approval_limit',
  'partner_change',
  'partner_key',
  'partner_key_expiry',
  'partner_key_ranges',
  'partner_webhook',
  'partner_limits',
  'partner_cover',
  'partner_fees',
  'channel_fees',
  'player_limit',
  'alert_destination',
  'alert_destination_change',
  'text_set',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export const approvalKinds = [...moneyKinds, ...changeKinds] as const
export type ApprovalKind = (typeof approvalKinds)[number]

const PaymentTerms = z.object({
  /** The partner's code. */
  partner: z.string(),
  direction: z.enum(paymentDirections),
  paid_on: z.string(),
  bank_reference: z.string(),
})

const SomeOperator = z.object({ id: z.string(), name: z.string() })
const Fields = z.nullable(z.record(z.string(), z.unknown()))

export const ApprovalRequest = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(approvalKinds),
  state: z.enum(requestStates),
  /** What it is about: the kind and ID as in the audit log, and its name. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  /** The fields that would change, as they were when it was requested and as they would be. Null if it moves money. */
  before: Fields,
  after: Fields,
  /** Those of them that one operator may not change alone. */
  fields: z.array(z.string()),
  /** From here to `payment`: null unless it moves money. `cash_id` is null for a top-up that is not linked to an agent. */
  cash_id: z.nullable(z.string()),
  /** Two decimals; for a top-up return, as many as the coin has. Negative only for an adjustment that takes money. */
  amount: z.nullable(z.string()),
  /** The currency; for a top-up return, the coin. */
  asset: z.nullable(z.string()),
  topup_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** Rate and offset of a top-up credit. */
  rate: z.nullable(z.string()),
  offset_percent: z.nullable(z.string()),
  paid_to: z.nullable(z.string()),
  /** Of a payment between network and partner, or of the one that is taken back. */
  payment: z.nullable(PaymentTerms),
  reason: z.nullable(z.string()),
  /** False for money up to the approval limit. */
  needs_approval: z.boolean(),
  requested_by: SomeOperator,
  requested_at: seconds,
  /** The second operator; null if none was needed, while it waits, or if it was withdrawn or has expired. */
  decided_by: z.nullable(SomeOperator),
  decided_at: z.nullable(seconds),
  note: z.nullable(z.string()),
  /** Refusal code of a failed request, or of one that was withdrawn because its requester may no longer make it. */
  failure: z.nullable(z.string()),
  /** How many operators other than the requester can decide. */
  possible_deciders: z.int(),
  version: z.int(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** A request that moves money. */
export type MoneyRequest = ApprovalRequest & {
  readonly kind: MoneyKind
  readonly amount: string
  readonly asset: string
  readonly reason: string
}
export const isMoneyRequest = (request: ApprovalRequest): request is MoneyRequest => request.amount !== null

/** In the answer of a call that can need a second operator: the request that waits, or null if the change was made. */
export const waiting = { request: z.nullable(ApprovalRequest) }
/** What refuses such a call: a request about the same waits already, or another operator was faster. */
export const waitingRefusals = ['request_already_waiting', 'version_conflict'] as const
