import { verifyWebhook } from '@cashbox/partner'
import { type Behaviour, isRecord, parseObject, textOf } from '../page/forms.ts'

export interface WebhookBehaviour extends Behaviour {
  /** Null closes the connection without an answer. */
  readonly status: number | null
  readonly delayMs?: number
  readonly retryAfterS?: number
}

export const webhookBehaviours: Readonly<Record<string, WebhookBehaviour>> = {
  working: { label: 'Working', does: 'answers 200', status: 200 },
  failing: { label: 'Failing', does: 'answers 500', status: 500 },
  slow: { label: 'Slow', does: 'answers 200 after 5 seconds', status: 200, delayMs: 5000 },
  offline: { label: 'Offline', does: 'closes the connection', status: null },
  gone: { label: 'Gone', does: 'answers 410, and Cashbox stops sending', status: 410 },
  throttling: { label: 'Throttling', does: 'answers 429, try again in 10 seconds', status: 429, retryAfterS: 10 },
}

const KEPT = 500

export interface ReceivedWebhook {
  readonly webhook_id: string
  readonly received_at: number
  readonly type: string
  readonly transaction_id: string
  readonly is_verified: boolean
  readonly problem: string | null
  /** One with this `webhook-id` came before. */
  readonly is_duplicate: boolean
  /** Something that happened later to the same transaction was reported before. */
  readonly is_out_of_order: boolean
  /** With which status; null when the connection was closed instead. */
  readonly answered: number | null
  /** When it happened, as the webhook says. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

interface Arrived {
  readonly headers: WebhookHeaders
  /** Exactly as it was sent. */
  readonly body: string
  readonly secret: string
  readonly at: Date
  /** What is answered to it, once it is known whether it is genuine. */
  readonly answer: (isVerified: boolean) => number | null
}

/** The webhooks that arrived, newest first. The oldest are forgotten. */
export function createWebhookLog() {
  const received: ReceivedWebhook[] = []

  function take({ headers, body, secret, at, answer }: Arrived): ReceivedWebhook {
    const problem = problemOfWebhook(secret, body, headers)
    const event = readEvent(body)
    const webhookId = textOf(headers['webhook-id'])
    // A forged one can't make a genuine one look repeated or late.
    const before = problem === null ? received.filter(({ is_verified }) => is_verified) : []
    const isDuplicate = before.some(({ webhook_id }) => webhook_id === webhookId)
    const webhook: ReceivedWebhook = {
      ...event,
      webhook_id: webhookId,
      received_at: Math.floor(at.getTime() / 1000),
      is_verified: problem === null,
      problem,
      is_duplicate: isDuplicate,
      is_out_of_order: !isDuplicate && before.some((earlier) => isLater(earlier, event)),
      answered: answer(problem === null),
    }
    received.unshift(webhook)
    received.splice(KEPT)
    return webhook
  }

  return { take, list: (): readonly ReceivedWebhook[] => received }
}

type Event = Pick<ReceivedWebhook, 'transaction_id' | 'timestamp'>

const isLater = (one: Event, than: Event) =>
  one.transaction_id === than.transaction_id && Date.parse(one.timestamp) > Date.parse(than.timestamp)

/** Why a webhook is not genuine; null when it is. */
export function problemOfWebhook(secret: string, body: string, headers: WebhookHeaders): string | null {
  try {
    verifyWebhook(secret, body, headers)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readEvent(body: string) {
  const event = parseObject(body)
  const data = isRecord(event['data']) ? event['data'] : {}
  return {
    type: textOf(event['type']),
    timestamp: textOf(event['timestamp']),
    transaction_id: textOf(data['transaction_id']),
    data,
  }
}
