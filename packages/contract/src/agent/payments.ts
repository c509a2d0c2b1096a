import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  latitude,
  longitude,
  pageOf,
  pastedText,
  runningNumber,
  seconds,
  secondsInQuery,
  wholeNumber,
} from '../fields.ts'
import { AmountInput, amountRefusals, Money } from '../money.ts'
import { agentRefusals, transactionRefusals } from '../refusals.ts'

export const transactionTypes = ['deposit', 'withdraw'] as const
export const TransactionType = z.enum(transactionTypes)
export type TransactionType = z.infer<typeof TransactionType>

/** Letters and digits that are not easily confused when read aloud or on paper. */
export const TRANSACTION_ID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** People type IDs with spaces, dashes and lowercase letters. */
export const TransactionId = z.string().check(
  z.overwrite((value) => value.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, 'required'),
  z.maxLength(40),
  z.regex(/^[0-9A-Z_]+$/, 'transaction_not_found'),
)

/** Where the agent is. */
export const agentLocation = {
  geo_lat: z.optional(z.nullable(z.union([latitude, z.literal('')]))),
  geo_lon: z.optional(z.nullable(z.union([longitude, z.literal('')]))),
  /** Metres, as reported by the browser. Stored for review. */
  geo_accuracy: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(100_000_000)))),
  /** Time of the location. */
  geo_at: z.optional(z.nullable(seconds)),
}

export const PaymentConfirmation = z.strictObject({
  type: TransactionType,
  transaction_id: TransactionId,
  amount: AmountInput,
  /** Withdrawals only. */
  security_code: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^[0-9A-Za-z]{0,20}$/)))),
  ...agentLocation,
})

export const confirmPayment = endpoint('POST /payments/confirm', 'agent', {
  summary: 'Confirm that cash changed hands. Moves money only once, even if it is repeated.',
  input: PaymentConfirmation,
  staff: 'all',
  idempotent: true,
  refusals: [
    ...agentRefusals,
    'transaction_not_found',
    'transaction_wrong_type',
    ...transactionRefusals,
    'amount_mismatch',
    'security_code_required',
    'security_code_wrong',
    ...amountRefusals,
    'idempotency_key_invalid',
    'idempotency_key_reused',
  ],
})

/** What a confirmation with the right amount and code would be told now, from this place. */
export const Verdict = z.object({
  /** Null when it would be confirmed: the cash may be taken. */
  refusal: z.nullable(z.enum(agentRefusals)),
  /** How much the balance lacks. */
  missing: z.nullable(Money),
  /** The limit that the amount exceeds, and how much is left of it. */
  limit: z.nullable(z.object({ period: z.enum(['payment', 'day']), left: Money })),
  /** Metres between the agent and their point. */
  distance_m: z.nullable(z.int()),
})
export type Verdict = z.infer<typeof Verdict>

export const FoundTransaction = z.object({
  transaction_id: z.string(),
  type: TransactionType,
  amount: Money,
  currency_code: z.string(),
  /** The player, masked. */
  customer: z.string(),
  /** The agent's fee. */
  fee: Money,
  expires_at: seconds,
  /** `confirmed` is shown only to the agent who confirmed it. */
  state: z.enum(['open', 'confirmed']),
  finished_at: z.nullable(seconds),
  /** Null when it is confirmed already; absent where the server does not judge before the confirmation. */
  verdict: z.optional(z.nullable(Verdict)),
})
export type FoundTransaction = z.infer<typeof FoundTransaction>

export const lookUpTransaction = endpoint('POST /payments/lookup', 'agent', {
  summary:
    'Look up a transaction before confirming it. The verdict says whether a confirmation from this place would be refused now.',
  input: z.strictObject({ transaction_id: TransactionId, ...agentLocation }),
  staff: ['deposit', 'withdraw'],
  output: z.object({ transaction: FoundTransaction }),
  refusals: ['agent_not_active', 'transaction_not_found', ...transactionRefusals],
})

export const PendingTransaction = z.omit(FoundTransaction, { state: true, finished_at: true, verdict: true })
export type PendingTransaction = z.infer<typeof PendingTransaction>

export const listPending = endpoint('GET /payments/pending', 'agent', {
  summary: 'Open transactions for this cashbox only, the first to expire on top. At most 100.',
  output: z.object({ list: z.array(PendingTransaction) }),
  refusals: ['agent_not_active'],
})

export const HistoryItem = z.object({
  id: z.string(),
  transaction_id: z.string(),
  type: TransactionType,
  amount: Money,
  fee: Money,
  customer_id: z.string(),
  finished_at: seconds,
  /** When it was reversed, or null. */
  reversed_at: z.nullable(seconds),
})
export type HistoryItem = z.infer<typeof HistoryItem>

const period = { from: z.optional(secondsInQuery), to: z.optional(secondsInQuery) }

export const listHistory = endpoint('GET /payments/history', 'agent', {
  summary: 'Confirmed transactions, newest first. `from` and `to` are both included.',
  input: z.strictObject({
    ...period,
    limit: z._default(wholeNumber(1, 100), 10),
    offset: z._default(wholeNumber(0, 1_000_000_000), 0),
    type: z.optional(z.enum(['all', ...transactionTypes])),
  }),
  output: z.object({ list: z.array(HistoryItem) }),
  refusals: ['agent_not_active'],
})

/** The shortest search that finds something useful. */
export const SEARCH_MIN_LENGTH = 2

export const searchHistory = endpoint('GET /payments/search', 'agent', {
  summary:
    'Confirmed transactions by transaction ID (from its fourth character on), player or amount, newest first. `from` and `to` are both included; `cursor` is the `next_cursor` of the previous page.',
  input: z.strictObject({
    search: pastedText(40).check(z.minLength(SEARCH_MIN_LENGTH)),
    ...period,
    type: z.optional(z.enum(['all', ...transactionTypes])),
    limit: z._default(wholeNumber(1, 100), 20),
    cursor: z.optional(runningNumber),
  }),
  output: pageOf(HistoryItem),
  refusals: ['agent_not_active'],
})

export const getStats = endpoint('GET /payments/stats', 'agent', {
  summary: 'Total amounts and fees of a period. `from` and `to` are both included.',
  input: z.strictObject(period),
  output: z.object({
    stats: z.object({ deposit_fee: Money, withdraw_fee: Money, deposit_sum: Money, withdraw_sum: Money }),
  }),
  refusals: ['agent_not_active'],
})
