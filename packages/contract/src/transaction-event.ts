import * as z from 'zod/mini'
import { seconds } from './fields.ts'
import { Metadata } from './metadata.ts'
import { Money } from './money.ts'
import { TransactionType } from './payments.ts'

const data = {
  transaction_id: z.string(),
  /** The partner's own name for it. */
  reference: z.nullable(z.string()),
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

/** The body of a webhook. The SQL function `event_payload` builds its `data`. */
export const TransactionEvent = z.discriminatedUnion('type', [
  event('transaction.confirmed', { state: z.literal('confirmed'), ...confirmed }),
  event('transaction.expired', { state: z.literal('expired'), ...unconfirmed }),
  event('transaction.cancelled', { state: z.literal('cancelled'), ...unconfirmed }),
  event('transaction.reversed', { state: z.literal('reversed'), ...confirmed, reason: z.string() }),
  event('transaction.locked', { state: z.literal('open'), ...locked }),
])
/** The body of a test event that reports nothing. */
export const TestEvent = z.strictObject({
  type: z.literal('webhook.test'),
  timestamp,
  data: z.strictObject({ test: z.literal(true) }),
})

export type TransactionEvent = z.infer<typeof TransactionEvent>
export type TestEvent = z.infer<typeof TestEvent>

export const webhookTopics = [
  'transaction.confirmed',
  'transaction.expired',
  'transaction.cancelled',
  'transaction.reversed',
  'transaction.locked',
] as const satisfies readonly TransactionEvent['type'][]
