import * as z from 'zod/mini'
import { TransactionId } from '../agent/payments.ts'
import { endpoint } from '../endpoint.ts'
import { plainName, seconds, secondsInQuery, wholeNumber } from '../fields.ts'
import { PartnerEvent, webhookTopics } from './transaction-event.ts'

/** Why there was no answer. */
export const sendProblems = [
  'timed_out',
  'connection_refused',
  'connection_lost',
  'host_unknown',
  'certificate_invalid',
  'no_tls',
  'address_private',
  'address_invalid',
  'secret_unreadable',
  'not_sent',
] as const
export type SendProblem = (typeof sendProblems)[number]

/** Why an attempt was not a success: there was no answer, or none with 2xx. */
export const attemptProblems = [
  ...sendProblems,
  'redirected',
  'protocol_switched',
  'gone',
  'rejected',
  'server_failed',
] as const
export type AttemptProblem = (typeof attemptProblems)[number]

/** One attempt to deliver an event. */
export const DeliveryAttempt = z.object({
  number: z.int(),
  at: seconds,
  duration_ms: z.int(),
  /** Null if there was no answer. */
  status: z.nullable(z.int()),
  /** Why it was not a success; null for 2xx. */
  problem: z.nullable(z.enum(attemptProblems)),
  /** What the connection said, if there was no answer. */
  error: z.nullable(z.string()),
  /** The first 1,024 characters of the response body. */
  answer: z.nullable(z.string()),
})

export const WebhookEvent = z.object({
  /** Sent as `webhook-id` with every delivery. */
  id: z.string(),
  type: z.enum(webhookTopics),
  /** Null for an event that is not about a transaction. */
  transaction_id: z.nullable(z.string()),
  /** Your own name for the transaction. */
  reference: z.nullable(z.string()),
  created_at: seconds,
  delivered_at: z.nullable(seconds),
  /** It was not sent, because you did not choose its type. The feed has it, and it can be sent again. */
  is_skipped: z.boolean(),
  /**
   * Time of the next attempt. Null once it is delivered, while an earlier event of its transaction waits, and while
   * another event is tried first or none at all: see `webhook`.
   */
  next_attempt_at: z.nullable(seconds),
  /** The headers that every attempt has. `webhook-timestamp` is `at` of the attempt; the signature is not kept. */
  headers: z.record(z.string(), z.string()),
  /** The body exactly as it is sent. */
  body: z.string(),
  /** How often it was sent. */
  attempt_count: z.int(),
  /** Newest first, at most 20. Those of a delivered event are kept for 90 days. */
  attempts: z.array(DeliveryAttempt),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** How your webhook is doing. */
export const WebhookState = z.object({
  /** `failing`: one event at a time is tried until you answer. `stopped`: after a 410. `unset`: there is no address. */
  state: z.enum(['working', 'failing', 'stopped', 'unset']),
  /** Since when no event has been accepted. */
  failing_since: z.nullable(seconds),
})
export type WebhookState = z.infer<typeof WebhookState>

/** `skipped`: of a type that you did not choose. */
export const eventStates = ['pending', 'failed', 'delivered', 'skipped'] as const
export type EventState = (typeof eventStates)[number]

/** What the log of deliveries is searched by. */
export const eventFilters = {
  event_id: z.optional(z.uuid()),
  transaction_id: z.optional(TransactionId),
  reference: z.optional(plainName(100)),
  type: z.optional(z.enum(webhookTopics)),
  state: z.optional(z.enum(eventStates)),
  created_from: z.optional(secondsInQuery),
  created_to: z.optional(secondsInQuery),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
}

export const listEvents = endpoint('GET /events', 'partner', {
  summary:
    'List webhook events, newest first, with the request as it is sent and every attempt: its answer, duration and problem. `failed` are pending events whose last attempt failed.',
  input: z.strictObject({ ...eventFilters, limit: z._default(wholeNumber(1, 100), 50) }),
  output: z.object({ webhook: WebhookState, list: z.array(WebhookEvent), next_cursor: z.nullable(z.string()) }),
})

export const FeedEvent = z.object({
  /** The `webhook-id` of the same event. */
  id: z.string(),
  /** What a webhook sends as its body. */
  event: PartnerEvent,
})
export type FeedEvent = z.infer<typeof FeedEvent>

export const readFeed = endpoint('GET /events/feed', 'partner', {
  summary:
    'Read events in order, oldest first, instead of receiving webhooks. Keep `next_cursor` and send it as `after` of the next call. No event is skipped or moved.',
  input: z.strictObject({
    /** `next_cursor` of the last call; `0` starts with the first event. */
    after: z._default(z.string().check(z.regex(/^\d{1,18}$/)), '0'),
    limit: z._default(wholeNumber(1, 100), 50),
  }),
  output: z.object({
    list: z.array(FeedEvent),
    /** Never null: the list is shorter than `limit` when there is no more for now. */
    next_cursor: z.string(),
  }),
  refusals: ['cursor_unknown'],
})

export const redeliverEvent = endpoint('POST /events/:event_id/redeliver', 'partner', {
  summary: 'Send an event again now.',
  input: z.strictObject({ event_id: z.uuid() }),
  output: z.object({ event: WebhookEvent }),
  refusals: ['webhook_stopped'],
})

export const WebhookSettings = z.extend(WebhookState, {
  /** Set by the operators of the network. */
  url: z.nullable(z.string()),
  /** Types that are sent to this address; null for all, also for types that are added later. */
  event_types: z.nullable(z.array(z.enum(webhookTopics))),
  /** Of the network: Ed25519, 32 bytes in base64. It verifies the `v1a` signature of each webhook. Null before the first one. */
  public_key: z.nullable(z.string()),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

export const readWebhook = endpoint('GET /webhook', 'partner', {
  summary: 'Read the address of your webhook, its state, and the types of events that are sent to it.',
  output: z.object({ webhook: WebhookSettings }),
})

export const setEventTypes = endpoint('POST /webhook/event-types', 'partner', {
  summary:
    'Choose the types of events that are sent to your address. Events of other types are skipped; the feed still has all of them.',
  input: z.strictObject({
    event_types: z.nullable(z.array(z.enum(webhookTopics)).check(z.minLength(1, 'required'), z.maxLength(20))),
  }),
  output: z.object({ webhook: WebhookSettings }),
})

const MOST_REDELIVERED = 100

export const redeliverEvents = endpoint('POST /events/redeliver', 'partner', {
  summary:
    'Send many events again: up to 100 by their IDs, or the oldest 1,000 of a time span whose last attempt failed. Repeat the call for a span until the list is empty. New events are sent first.',
  input: z.strictObject({
    event_ids: z.optional(z.array(z.uuid()).check(z.minLength(1, 'required'), z.maxLength(MOST_REDELIVERED))),
    /** Instead of `event_ids`: failed events that were created in this second or later, */
    failed_from: z.optional(seconds),
    /** and before this one. */
    failed_to: z.optional(seconds),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        /** `due`: it is sent as soon as its turn comes. `not_found`: you have no such event. */
        outcome: z.enum(['due', 'not_found']),
      }),
    ),
  }),
  refusals: ['webhook_stopped'],
})

/** What a test event can be: one that means nothing, or a sample of each kind. */
export const testTopics = ['webhook.test', ...webhookTopics] as const
export type TestTopic = (typeof testTopics)[number]

/** What was sent, and what came of its one attempt. */
export const TestDelivery = z.extend(z.omit(DeliveryAttempt, { number: true }), {
  id: z.string(),
  type: z.enum(testTopics),
  /** The body exactly as it was sent. A sample has the transaction `TEST` and `test` in its metadata, or zeros. */
  body: z.string(),
})
export type TestDelivery = z.infer<typeof TestDelivery>

export const sendTestEvent = endpoint('POST /events/test', 'partner', {
  summary:
    'Send a signed test event to your webhook now, once, and wait up to ten seconds for the answer. It is in no list and no feed, and changes nothing. Twenty in ten minutes.',
  input: z.strictObject({ type: z._default(z.enum(testTopics), 'webhook.test') }),
  output: z.object({ delivery: TestDelivery }),
  refusals: ['webhook_stopped'],
})
