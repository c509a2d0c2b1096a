import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './endpoint.ts'
import { cashId, seconds, secondsInQuery, text, wholeNumber } from './fields.ts'
import { AmountInput, Money } from './money.ts'
import { TransactionId, TransactionType } from './payments.ts'
import { webhookTopics } from './transaction-event.ts'

export { TransactionEvent, webhookTopics } from './transaction-event.ts'

/** The most keys of a partner that work at a time: the one in use, and the one that takes its place. */
export const MOST_LIVE_KEYS = 2

/** What a key of a partner may be allowed to do. */
export const partnerPermissions = ['read', 'create', 'cancel', 'unlock', 'reverse'] as const
export type PartnerPermission = (typeof partnerPermissions)[number]

export const transactionStates = ['open', 'confirmed', 'expired', 'cancelled', 'reversed'] as const

/** Starts with a letter or digit, because these texts end up in spreadsheets, where other signs could start a formula. */
const name = (maximum: number) =>
  z.string().check(z.minLength(1, 'required'), z.maxLength(maximum), z.regex(/^[A-Za-z0-9][\w.:@/-]*$/))

export const PartnerTransaction = z.object({
  transaction_id: z.string(),
  reference: z.nullable(z.string()),
  type: TransactionType,
  state: z.enum(transactionStates),
  /** True after five wrong codes, until it is unlocked. */
  is_locked: z.boolean(),
  amount: Money,
  currency_code: z.string(),
  channel: z.string(),
  /** The only cashbox that can confirm it, or null for any cashbox in the channel. */
  cash_id: z.nullable(z.string()),
  player_id: z.string(),
  created_at: seconds,
  expires_at: seconds,
  /** When it was cancelled or expired. */
  closed_at: z.nullable(seconds),
  confirmed_at: z.nullable(seconds),
  /** The cashbox that confirmed it. */
  confirmed_by: z.nullable(z.string()),
  reversed_at: z.nullable(seconds),
})
export type PartnerTransaction = z.infer<typeof PartnerTransaction>

const one = z.object({ transaction: PartnerTransaction })
const byId = { transaction_id: TransactionId }

export const createTransaction = endpoint({
  method: 'POST',
  path: '/transactions',
  access: 'partner',
  summary: 'Open a deposit or withdrawal that the player takes to an agent.',
  input: z.strictObject({
    reference: name(100),
    type: TransactionType,
    amount: AmountInput,
    currency_code: z.string().check(z.regex(/^[A-Z]{3,5}$/)),
    player_id: name(64),
    channel: z.optional(text(64)),
    cash_id: z.optional(cashId),
    expires_at: z.optional(seconds),
  }),
  output: z.object({ transaction: PartnerTransaction, security_code: z.nullable(z.string()) }),
  refusals: [
    'target_ambiguous',
    'channel_unknown',
    'cashbox_unknown',
    'currency_mismatch',
    'expiry_invalid',
    'reference_reused',
    'invalid_amount',
  ],
})

export const readTransaction = endpoint({
  method: 'GET',
  path: '/transactions/:transaction_id',
  access: 'partner',
  summary: 'Read one transaction.',
  input: z.strictObject(byId),
  output: one,
})

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  access: 'partner',
  summary: 'List transactions, newest first. Send `next_cursor` as the `cursor` of the next call; null means the end.',
  input: z.strictObject({
    reference: z.optional(name(100)),
    state: z.optional(z.enum(transactionStates)),
    type: z.optional(TransactionType),
    created_from: z.optional(secondsInQuery),
    created_to: z.optional(secondsInQuery),
    limit: z._default(wholeNumber(1, 100), 50),
    cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  }),
  output: z.object({ list: z.array(PartnerTransaction), next_cursor: z.nullable(z.string()) }),
})

export const cancelTransaction = endpoint({
  method: 'POST',
  path: '/transactions/:transaction_id/cancel',
  access: 'partner',
  summary: 'Cancel an open transaction. Repeating the call changes nothing.',
  input: z.strictObject(byId),
  output: one,
  refusals: ['transaction_already_confirmed', 'transaction_expired', 'transaction_reversed'],
})

export const unlockTransaction = endpoint({
  method: 'POST',
  path: '/transactions/:transaction_id/unlock',
  access: 'partner',
  summary: 'Allow five more attempts at the security code.',
  input: z.strictObject(byId),
  output: one,
  refusals: ['transaction_already_confirmed', 'transaction_expired', 'transaction_cancelled', 'transaction_reversed'],
})

export const reverseTransaction = endpoint({
  method: 'POST',
  path: '/transactions/:transaction_id/reverse',
  access: 'partner',
  summary: 'Reverse a confirmed transaction with a new transfer. Repeating the call changes nothing.',
  input: z.strictObject({ ...byId, reason: text(200) }),
  output: one,
  refusals: ['transaction_not_confirmed', 'reversal_too_late', 'reversal_not_covered'],
})

export const WebhookEvent = z.object({
  /** Sent as `webhook-id` with every delivery. */
  id: z.string(),
  type: z.enum(webhookTopics),
  transaction_id: z.string(),
  created_at: seconds,
  delivered_at: z.nullable(seconds),
  /** Time of the next attempt, or null once it is delivered. */
  next_attempt_at: z.nullable(seconds),
  attempts: z.array(
    z.object({
      at: seconds,
      duration_ms: z.int(),
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
      /** The start of the response body. */
      answer: z.nullable(z.string()),
    }),
  ),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'partner',
  summary: 'List webhook events, newest first, with their delivery attempts.',
  input: z.strictObject({
    transaction_id: z.optional(TransactionId),
    state: z.optional(z.enum(['pending', 'delivered'])),
    limit: z._default(wholeNumber(1, 100), 50),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  output: z.object({ list: z.array(WebhookEvent), next_cursor: z.nullable(z.string()) }),
})

export const redeliverEvent = endpoint({
  method: 'POST',
  path: '/events/:event_id/redeliver',
  access: 'partner',
  summary: 'Send an event again now.',
  input: z.strictObject({ event_id: z.uuid() }),
  output: z.object({ event: WebhookEvent }),
})

/** Every call of the partner API, with the permission that it needs. */
export const partnerApi: readonly (readonly [Endpoint, PartnerPermission])[] = [
  [createTransaction, 'create'],
  [readTransaction, 'read'],
  [listTransactions, 'read'],
  [cancelTransaction, 'cancel'],
  [unlockTransaction, 'unlock'],
  [reverseTransaction, 'reverse'],
  [listEvents, 'read'],
  [redeliverEvent, 'read'],
]
