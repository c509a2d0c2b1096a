import * as z from 'zod/mini'
import { TransactionType } from '../agent/payments.ts'
import { Metadata, seconds } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { AccountStatement } from './account-statements.ts'
import { Position } from './settlement.ts'

/** Who opened a transaction. */
export const StartedBy = z.enum(['agent', 'partner'])

const data = {
  transaction_id: z.string(),
  /** The partner's own name for it. */
  reference: z.nullable(z.string()),
  /** `agent`: an agent started this deposit with the player's ID, and `reference` is null. */
  started_by: StartedBy,
  type: TransactionType,
  amount: Money,
  currency_code: z.string(),
  player_id: z.string(),
  /** What the partner gave with the transaction. */
  metadata: Metadata,
  /** The only cashbox that can confirm it; null for any cashbox in the channel. */
  cash_id: z.nullable(z.string()),
  /** The second in which it happened, rounded down like `confirmed_at`, `closed_at` and `reversed_at` of the transaction. */
  at: seconds,
}

/** The cashbox that confirmed it. */
const confirmed = { confirmed_by: z.string() }
const unconfirmed = { confirmed_by: z.null() }
/** The cashbox where the wrong codes were typed. */
const locked = { ...unconfirmed, locked_by: z.string() }

/** The moment itself, to the millisecond. */
const timestamp = z.iso.datetime({ precision: 3 })

const event = <const Topic extends string, Own extends z.core.$ZodLooseShape>(type: Topic, own: Own) =>
  z.strictObject({
    type: z.literal(type),
    timestamp,
    data: z.strictObject({ ...data, ...own }),
  })

/** An event about a player's transaction. The SQL function `event_payload` builds its `data`. */
export const TransactionEvent = z.discriminatedUnion('type', [
  event('transaction.confirmed', { state: z.literal('confirmed'), ...confirmed }),
  event('transaction.expired', { state: z.literal('expired'), ...unconfirmed }),
  event('transaction.cancelled', { state: z.literal('cancelled'), ...unconfirmed }),
  event('transaction.reversed', { state: z.literal('reversed'), ...confirmed, reason: z.string() }),
  event('transaction.locked', { state: z.literal('open'), ...locked }),
])

const positionEvent = <const Topic extends string>(type: Topic) =>
  z.strictObject({
    type: z.literal(type),
    timestamp,
    data: z.strictObject({
      ...z.pick(Position, {
        currency_code: true,
        balance: true,
        reserved: true,
        on_credit: true,
        credit_limit: true,
        left: true,
        low_level: true,
      }).shape,
      at: seconds,
    }),
  })

/** An event about what is left for withdrawals. */
export const PositionEvent = z.discriminatedUnion('type', [
  positionEvent('position.low'),
  positionEvent('position.exhausted'),
  positionEvent('position.restored'),
])

/** A statement of account was closed. `GET /statements/:statement_id` has all of it, signed. */
export const StatementEvent = z.strictObject({
  type: z.literal('statement.closed'),
  timestamp,
  data: z.strictObject({
    statement_id: z.string(),
    ...z.pick(AccountStatement, {
      currency_code: true,
      number: true,
      period: true,
      from: true,
      until: true,
      opening: true,
      closing: true,
      due_at: true,
    }).shape,
    at: seconds,
  }),
})

/** The body of a webhook. */
export const PartnerEvent = z.discriminatedUnion('type', [
  ...TransactionEvent.def.options,
  ...PositionEvent.def.options,
  StatementEvent,
])

/** The body of a test event that reports nothing. */
export const TestEvent = z.strictObject({
  type: z.literal('webhook.test'),
  timestamp,
  data: z.strictObject({ test: z.literal(true) }),
})

export type TransactionEvent = z.infer<typeof TransactionEvent>
export type PositionEvent = z.infer<typeof PositionEvent>
export type StatementEvent = z.infer<typeof StatementEvent>
export type PartnerEvent = z.infer<typeof PartnerEvent>
export type TestEvent = z.infer<typeof TestEvent>

export const webhookTopics = [
  'transaction.confirmed',
  'transaction.expired',
  'transaction.cancelled',
  'transaction.reversed',
  'transaction.locked',
  'position.low',
  'position.exhausted',
  'position.restored',
  'statement.closed',
] as const satisfies readonly PartnerEvent['type'][]

/** What a partner is asked about a player whom an agent named. Signed as webhooks are, and sent once. */
export const PlayerVerification = z.strictObject({
  type: z.literal('player.verify'),
  timestamp,
  data: z.strictObject({
    /** As the agent typed it. */
    player_id: z.string(),
    /** What the player wants to pay in. */
    amount: Money,
    currency_code: z.string(),
    channel: z.string(),
    /** The cashbox that asks. */
    cash_id: z.string(),
  }),
})
export type PlayerVerification = z.infer<typeof PlayerVerification>

/** Why a partner takes no deposit for a player. */
export const playerRefusals = ['player_unknown', 'player_blocked', 'not_now'] as const

/** What the partner answers, with status 200 and within three seconds. Anything else counts as no answer. */
export const PlayerAnswer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('accepted'),
    /** The agent sees the first letter of each of at most three words. */
    name: z.string(),
    /** The least that you take for this player now. */
    min_amount: AmountInput,
    /** The most that you take for this player now. */
    max_amount: AmountInput,
  }),
  z.object({ result: z.literal('refused'), reason: z.enum(playerRefusals) }),
])
