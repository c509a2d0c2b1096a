import * as z from 'zod/mini'
import { TransactionId, TransactionType } from '../agent/payments.ts'
import { cashId, Metadata, operatorLimit, pageOf, runningNumber, seconds, secondsInQuery, text } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { DeliveryAttempt, transactionStates, webhookTopics } from '../partner/index.ts'
import { operatorCall, operatorRoles } from './roles.ts'

/** States to filter by: `locked` is open and locked after too many wrong codes; `open` is open and not locked. */
export const searchedStates = ['open', 'locked', 'confirmed', 'expired', 'cancelled', 'reversed'] as const
export type SearchedState = (typeof searchedStates)[number]

export const ListedTransaction = z.object({
  transaction_id: z.string(),
  /** The partner's own ID for it. */
  reference: z.nullable(z.string()),
  partner: z.string(),
  channel: z.string(),
  type: TransactionType,
  state: z.enum(transactionStates),
  is_locked: z.boolean(),
  amount: Money,
  currency_code: z.string(),
  player_id: z.string(),
  /** The only cashbox that can confirm it, or null for any cashbox in the channel. */
  cash_id: z.nullable(z.string()),
  /** The cashbox that confirmed it, and its agent. */
  confirmed_by: z.nullable(z.string()),
  agent_name: z.nullable(z.string()),
  created_at: seconds,
  expires_at: seconds,
  /** When it was cancelled or expired. */
  closed_at: z.nullable(seconds),
  confirmed_at: z.nullable(seconds),
  reversed_at: z.nullable(seconds),
})
export type ListedTransaction = z.infer<typeof ListedTransaction>

export const EventDelivery = z.object({
  /** Sent as `webhook-id` with every delivery. */
  id: z.string(),
  type: z.enum(webhookTopics),
  payload: z.record(z.string(), z.unknown()),
  created_at: seconds,
  delivered_at: z.nullable(seconds),
  /** Time of the next attempt, or null once it is delivered. */
  next_attempt_at: z.nullable(seconds),
  attempt_count: z.int(),
  /** Newest first, at most 100. */
  attempts: z.array(DeliveryAttempt),
})
export type EventDelivery = z.infer<typeof EventDelivery>

const Confirmation = z.object({
  cash_id: z.string(),
  agent_name: z.string(),
  confirmed_at: seconds,
  fee: Money,
  /** Hundredths of a percent, as applied. */
  fee_bp: z.int(),
  /** Location, as reported by the browser. */
  geo_lat: z.nullable(z.number()),
  geo_lon: z.nullable(z.number()),
  geo_accuracy_m: z.nullable(z.number()),
  geo_age_s: z.nullable(z.int()),
  /** From the agent's current point; null if one of the two is missing. */
  distance_m: z.nullable(z.number()),
  geo_area_m: z.int(),
  ip: z.nullable(z.string()),
  /** Null if confirmed by the system. */
  session: z.nullable(
    z.object({
      id: z.string(),
      created_at: z.nullable(seconds),
      user_agent: z.nullable(z.string()),
      fingerprint: z.nullable(z.string()),
    }),
  ),
})

const Reversal = z.object({
  reversed_at: seconds,
  reason: z.string(),
  /** The partner's key or the operator. */
  requested_by: z.string(),
})

export const WholeTransaction = z.extend(ListedTransaction, {
  /** What the partner keeps with it. */
  metadata: Metadata,
  wrong_codes: z.int(),
  locked_at: z.nullable(seconds),
  confirmation: z.nullable(Confirmation),
  reversal: z.nullable(Reversal),
  /** Oldest first. */
  events: z.array(EventDelivery),
})
export type WholeTransaction = z.infer<typeof WholeTransaction>

const One = z.object({ transaction: WholeTransaction })

export const searchTransactions = operatorCall('GET /transactions', operatorRoles, {
  readsReplica: true,
  summary:
    'List transactions, newest first: by confirmation time if filtered by cashbox, confirmation time, or the state `confirmed` without `created_to`; otherwise by creation time.',
  input: z.strictObject({
    transaction_id: z.optional(TransactionId),
    player_id: z.optional(text(64)),
    /** Confirmed by this cashbox, or only for it. */
    cash_id: z.optional(cashId),
    partner: z.optional(text(40)),
    state: z.optional(z.enum(searchedStates)),
    type: z.optional(TransactionType),
    amount: z.optional(AmountInput),
    amount_from: z.optional(AmountInput),
    amount_to: z.optional(AmountInput),
    created_from: z.optional(secondsInQuery),
    created_to: z.optional(secondsInQuery),
    confirmed_from: z.optional(secondsInQuery),
    confirmed_to: z.optional(secondsInQuery),
    limit: operatorLimit,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,17}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))),
  }),
  output: pageOf(ListedTransaction),
  refusals: ['cashbox_unknown', 'partner_unknown', 'invalid_amount'],
})

export const readTransaction = operatorCall('GET /transactions/:transaction_id', operatorRoles, {
  summary: 'Read one transaction with its confirmation, reversal and webhook events.',
  input: z.strictObject({ transaction_id: TransactionId }),
  output: One,
})

export const unlockTransaction = operatorCall('POST /transactions/:transaction_id/unlock', ['support', 'admin'], {
  summary: 'Allow five more attempts at the security code.',
  input: z.strictObject({ transaction_id: TransactionId, reason: text(500) }),
  output: One,
  refusals: [
    'transaction_not_locked',
    'transaction_already_confirmed',
    'transaction_expired',
    'transaction_cancelled',
    'transaction_reversed',
  ],
})

export const redeliverEvent = operatorCall('POST /events/:event_id/redeliver', ['support', 'admin'], {
  summary: 'Send an event to the partner again now, even if it was delivered.',
  input: z.strictObject({ event_id: z.uuid(), reason: text(500) }),
  output: One,
  refusals: ['webhook_stopped'],
})

export const RefusedAttempt = z.object({
  number: z.int(),
  agent_id: z.string(),
  cash_id: z.string(),
  agent_name: z.string(),
  /** As the agent typed it. */
  transaction_id: z.string(),
  /** Code of the refusal. */
  code: z.string(),
  /** Within one hour. */
  count: z.int(),
  last_at: seconds,
})
export type RefusedAttempt = z.infer<typeof RefusedAttempt>

export const listRefusedAttempts = operatorCall('GET /refused-attempts', operatorRoles, {
  readsReplica: true,
  summary:
    'Confirmations that were refused in the last 90 days, newest first: those of one agent for the same reason and transaction within an hour are one item. `cursor` is the number of the last item on the previous page.',
  input: z.strictObject({
    agent_id: z.optional(z.uuid()),
    transaction_id: z.optional(text(100)),
    limit: operatorLimit,
    cursor: z.optional(runningNumber),
  }),
  output: pageOf(RefusedAttempt),
})
