import { toSeconds } from '../../platform/clock.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import { type Keyring, UnknownKeyError } from '../../platform/secrets/keyring.ts'
import { sign } from '../../platform/secrets/standard-webhooks.ts'
import { webhookPlace } from '../set-webhook.ts'

export interface SendServices {
  readonly keyring: Keyring
  /** True only in the sandbox, where partners live on this machine. */
  readonly mayBePrivate: boolean
}

/** Where a partner wants to be called, with the sealed secrets that sign. */
export interface Receiver {
  readonly player_service_id: string
  readonly webhook_url: string
  readonly webhook_secret: string
  readonly webhook_old_secret: string | null
}

interface SentEvent {
  readonly topic: string
  readonly created_at: Date
  readonly payload: unknown
}

/** Characters of an answer that are kept. */
const ANSWER_LENGTH = 1024
const WAIT_MS = 20_000

/** One signed request to a partner's server. */
export async function sendWebhook(
  { keyring, mayBePrivate }: SendServices,
  receiver: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  at: Date,
  timeoutMs = WAIT_MS,
): Promise<Outcome> {
  const signed = { id, timestamp: toSeconds(at), body }
  const secrets = [receiver.webhook_secret, receiver.webhook_old_secret].filter((sealed) => sealed !== null)
  const signatures = signWith(keyring, secrets, receiver.player_service_id, signed)
  // An alert names the secret; the event waits until it is set again.
  if (signatures === null) {
    return { status: null, error: 'the secret of the webhook does not open', problem: 'secret_unreadable' }
  }
  return postOutside({
    url: receiver.webhook_url,
    headers: {
      ...webhookHeaders(id),
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': signatures.join(' '),
    },
    body,
    timeoutMs,
    mayBePrivate,
    answerLength: ANSWER_LENGTH,
  })
}

/** Null where a secret does not open. */
function signWith(
  keyring: Keyring,
  secrets: readonly string[],
  playerServiceId: string,
  signed: Parameters<typeof sign>[1],
): string[] | null {
  try {
    return secrets.map((sealed) => sign(keyring.open(sealed, webhookPlace(playerServiceId)), signed))
  } catch (error) {
    if (error instanceof UnknownKeyError) return null
    throw error
  }
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
