interface SentEvent {
  readonly topic: string
  readonly created_at: Date
  readonly payload: unknown
}

/** The body of a webhook. The same event has the same body, byte by byte, each time that it is sent. */
export const webhookBody = ({ topic, created_at, payload }: SentEvent): string =>
  JSON.stringify({ type: topic, timestamp: created_at.toISOString(), data: payload })

/** Beside these, each attempt has its own time and signature. */
export const webhookHeaders = (eventId: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Cashbox-Webhooks/1',
  'webhook-id': eventId,
})
