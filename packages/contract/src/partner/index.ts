import * as z from 'zod/mini'
import { TransactionId, TransactionType } from '../agent/payments.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { cashId, Metadata, plainName, seconds, secondsInQuery, text, wholeNumber } from '../fields.ts'
import { AmountInput, amountRefusals, Money } from '../money.ts'
import { acceptStatement, disputeStatement, listStatements, readSignedStatement } from './account-statements.ts'
import { listReconciliationFiles, readReconciliation } from './reconciliation.ts'
import { readPosition, readStatement } from './settlement.ts'
import { StartedBy } from './transaction-event.ts'
import {
  listEvents,
  readFeed,
  readWebhook,
  redeliverEvent,
  redeliverEvents,
  sendTestEvent,
  setEventTypes,
} from './webhook-events.ts'

export { Metadata } from '../fields.ts'
export * from './account-statements.ts'
export * from './reconciliation.ts'
export * from './settlement.ts'
export {
  PartnerEvent,
  PlayerAnswer,
  PlayerVerification,
  PositionEvent,
  playerRefusals,
  StartedBy,
  StatementEvent,
  TestEvent,
  TransactionEvent,
  webhookTopics,
} from './transaction-event.ts'
export * from './webhook-events.ts'

/** The most keys of a partner that work at a time: the one in use, and the one that takes its place. */
export const MOST_LIVE_KEYS = 2

/** What a key of a partner may be allowed to do. */
export const partnerPermissions = ['read', 'create', 'cancel', 'unlock', 'reverse', 'manage'] as const
export type PartnerPermission = (typeof partnerPermissions)[number]

export const transactionStates = ['open', 'confirmed', 'expired', 'cancelled', 'reversed'] as const

/** No partner's transactions are agreed to live longer than this. */
const LONGEST_LIFETIME_S = 366 * 24 * 60 * 60

export const PartnerTransaction = z.object({
  transaction_id: z.string(),
  reference: z.nullable(z.string()),
  /** `agent`: an agent started this deposit with the player's ID, and `reference` is null. */
  started_by: StartedBy,
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
  metadata: Metadata,
  created_at: seconds,
  expires_at: seconds,
  /** When it was cancelled or expired. */
  closed_at: z.nullable(seconds),
  confirmed_at: z.nullable(seconds),
  /** The cashbox that confirmed it; still named after a reversal. */
  confirmed_by: z.nullable(z.string()),
  reversed_at: z.nullable(seconds),
})
export type PartnerTransaction = z.infer<typeof PartnerTransaction>

const one = z.object({ transaction: PartnerTransaction })
const byId = { transaction_id: TransactionId }

export const createTransaction = endpoint('POST /transactions', 'partner', {
  summary: 'Open a deposit or withdrawal that the player takes to an agent.',
  input: z.strictObject({
    reference: plainName(100),
    type: TransactionType,
    amount: AmountInput,
    currency_code: z.string().check(z.regex(/^[A-Z]{3,5}$/)),
    player_id: plainName(64),
    channel: z.optional(text(64)),
    cash_id: z.optional(cashId),
    metadata: z.optional(Metadata),
    expires_at: z.optional(seconds),
    /** Seconds from now, instead of `expires_at`. */
    expires_in: z.optional(z.int().check(z.minimum(1), z.maximum(LONGEST_LIFETIME_S))),
  }),
  output: z.object({
    transaction: PartnerTransaction,
    security_code: z.nullable(z.string()),
    /** True if the reference was used before: this is the transaction that was opened then. */
    is_repeat: z.boolean(),
  }),
  refusals: [
    'target_missing',
    'target_ambiguous',
    'channel_unknown',
    'cashbox_unknown',
    'cashbox_not_active',
    'currency_mismatch',
    'expiry_invalid',
    'expiry_ambiguous',
    'reference_reused',
    'open_withdrawals_exceeded',
    'daily_withdrawals_exceeded',
    'cover_exceeded',
    'player_excluded',
  ],
  fieldRefusals: [...amountRefusals, 'cashbox_unknown', 'metadata_invalid'],
})

const MOST_IN_BULK = 100

export const createTransactions = endpoint('POST /transactions/bulk', 'partner', {
  summary:
    'Open up to 100 transactions. Each has its own outcome, in the order sent: one that is refused stops no other. A repeat gives the first transactions again.',
  input: z.strictObject({
    /** Each as for `POST /transactions`. */
    transactions: z
      .array(z.record(z.string(), z.unknown()))
      .check(z.minLength(1, 'required'), z.maxLength(MOST_IN_BULK)),
  }),
  output: z.object({
    list: z.array(
      z.object({
        /** The reference that was sent, if it is a text. */
        reference: z.nullable(z.string()),
        /** Null if it was refused. */
        transaction: z.nullable(PartnerTransaction),
        security_code: z.nullable(z.string()),
        /** True if the reference was used before. */
        is_repeat: z.boolean(),
        /** Why it was refused, as `POST /transactions` says it; null if it was opened. */
        refusal: z.nullable(
          z.object({
            code: z.string(),
            message: z.string(),
            errors: z.record(z.string(), z.array(z.string())),
            fields: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  }),
})

export const readTransaction = endpoint('GET /transactions/:transaction_id', 'partner', {
  summary: 'Read one transaction.',
  input: z.strictObject(byId),
  output: one,
})

export const listTransactions = endpoint('GET /transactions', 'partner', {
  summary: 'List transactions, newest first. Send `next_cursor` as the `cursor` of the next call; null means the end.',
  input: z.strictObject({
    reference: z.optional(plainName(100)),
    state: z.optional(z.enum(transactionStates)),
    type: z.optional(TransactionType),
    player_id: z.optional(plainName(64)),
    created_from: z.optional(secondsInQuery),
    created_to: z.optional(secondsInQuery),
    limit: z._default(wholeNumber(1, 100), 50),
    cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  }),
  output: z.object({ list: z.array(PartnerTransaction), next_cursor: z.nullable(z.string()) }),
  refusals: ['cursor_unknown'],
})

export const cancelTransaction = endpoint('POST /transactions/:transaction_id/cancel', 'partner', {
  summary: 'Cancel an open transaction. Repeating the call changes nothing.',
  input: z.strictObject(byId),
  output: one,
  refusals: ['transaction_already_confirmed', 'transaction_expired', 'transaction_reversed'],
})

export const unlockTransaction = endpoint('POST /transactions/:transaction_id/unlock', 'partner', {
  summary: 'Allow five more attempts at the security code.',
  input: z.strictObject(byId),
  output: one,
  refusals: ['transaction_already_confirmed', 'transaction_expired', 'transaction_cancelled', 'transaction_reversed'],
})

export const reverseTransaction = endpoint('POST /transactions/:transaction_id/reverse', 'partner', {
  summary: 'Reverse a confirmed transaction: the money moves back. Repeating the call changes nothing.',
  input: z.strictObject({ ...byId, reason: text(200) }),
  output: one,
  refusals: ['transaction_not_confirmed', 'reversal_too_late', 'reversal_not_covered'],
})

const DAY_S = 24 * 60 * 60

export const OwnKey = z.object({
  id: z.string(),
  permissions: z.array(z.enum(partnerPermissions)),
  /** Networks that may use it. Empty: any network. */
  address_ranges: z.array(z.string()),
  created_at: seconds,
  /** When it stops working; null if no end was set. */
  expires_at: z.nullable(seconds),
  /** To the minute; null if it has never signed a call. */
  last_used_at: z.nullable(seconds),
  /** The Ed25519 key that you registered, 32 bytes in base64; null for a key with a shared secret. */
  public_key: z.nullable(z.string()),
  /** True for the key that signed this call. */
  is_current: z.boolean(),
})
export type OwnKey = z.infer<typeof OwnKey>

export const listKeys = endpoint('GET /keys', 'partner', {
  summary: 'List your keys that work. One that you did not make is a reason to call the operator of the network.',
  output: z.object({ list: z.array(OwnKey) }),
})

export const rotateKey = endpoint('POST /keys/rotate', 'partner', {
  summary:
    'Replace the key that signs this call. The new key has the same permissions and address ranges and works at once; its secret is in this answer only. The old key works until it expires. Until the new key is first used, a repeat replaces it by another.',
  input: z.strictObject({
    /** Seconds until the old key expires: a day to 30 days. An end that was set before is never moved back. */
    old_expires_in: z._default(z.int().check(z.minimum(DAY_S), z.maximum(30 * DAY_S)), 7 * DAY_S),
    /** An Ed25519 public key, as PEM or 32 bytes in base64. With it the new key has no secret: sign with your own. */
    public_key: z.optional(z.string().check(z.maxLength(1000))),
  }),
  output: z.object({
    key: OwnKey,
    /** What the new key signs with. It can't be read again. Null if you gave a public key. */
    secret: z.nullable(z.string()),
    old_expires_at: seconds,
  }),
  refusals: ['key_limit_reached', 'public_key_invalid'],
})

export const Exclusion = z.object({
  player_id: z.string(),
  /** When it ends by itself; null for good. */
  until: z.nullable(seconds),
  created_at: seconds,
})
export type Exclusion = z.infer<typeof Exclusion>

export const listExclusions = endpoint('GET /exclusions', 'partner', {
  summary: 'List the players from whom no agent takes a deposit for you, by player ID.',
  input: z.strictObject({
    limit: z._default(wholeNumber(1, 100), 50),
    /** Players after this ID: `next_cursor` of the call before. */
    cursor: z.optional(plainName(64)),
  }),
  output: z.object({ list: z.array(Exclusion), next_cursor: z.nullable(z.string()) }),
})

export const excludePlayer = endpoint('POST /exclusions', 'partner', {
  summary:
    'Take no more deposits from a player, such as one who excluded themselves. Open deposits can no longer be confirmed. Withdrawals still can. Repeat it to change the end.',
  input: z.strictObject({
    player_id: plainName(64),
    /** When it ends by itself. Without it, or null: never. */
    until: z._default(z.nullable(seconds), null),
  }),
  output: z.object({ exclusion: Exclusion }),
  refusals: ['until_in_the_past'],
})

export const removeExclusion = endpoint('POST /exclusions/remove', 'partner', {
  summary: 'Take deposits from a player again. Repeating the call changes nothing.',
  input: z.strictObject({ player_id: plainName(64) }),
  output: z.object({}),
})

/** Every call of the partner API, with the permission that it needs. */
export const partnerApi: readonly (readonly [Endpoint, PartnerPermission])[] = [
  [createTransaction, 'create'],
  [createTransactions, 'create'],
  [readTransaction, 'read'],
  [listTransactions, 'read'],
  [cancelTransaction, 'cancel'],
  [unlockTransaction, 'unlock'],
  [reverseTransaction, 'reverse'],
  [listEvents, 'read'],
  [readFeed, 'read'],
  [redeliverEvent, 'read'],
  [listReconciliationFiles, 'read'],
  [readReconciliation, 'read'],
  [listStatements, 'read'],
  [readSignedStatement, 'read'],
  [acceptStatement, 'manage'],
  [disputeStatement, 'manage'],
  [redeliverEvents, 'read'],
  [sendTestEvent, 'read'],
  [listKeys, 'read'],
  [rotateKey, 'manage'],
  [listExclusions, 'read'],
  [excludePlayer, 'create'],
  [removeExclusion, 'manage'],
  [readWebhook, 'read'],
  [setEventTypes, 'manage'],
  [readPosition, 'read'],
  [readStatement, 'read'],
]
