import { col, sql } from '@cashbox/postgres/database'
import { SIGNING_KEY_BINDING } from '../../access/signing-key.ts'
import { toSeconds } from '../../platform/clock.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import { signEd25519 } from '../../platform/secrets/ed25519.ts'
import { type Keyring, UnknownKeyError } from '../../platform/secrets/keyring.ts'
import { sign, signedText } from '../../platform/secrets/standard-webhooks.ts'
import type { Services } from '../../platform/services.ts'
import { webhookBinding } from '../set-webhook.ts'

/** The secrets are sealed. */
export interface Receiver {
  readonly partner_id: string
  readonly webhook_url: string
  readonly webhook_secret: string
  /** Null also when its time is over. */
  readonly webhook_old_secret: string | null
  /** The network's private key, so that a partner needs no secret to check a webhook. Null before the network has one. */
  readonly network_key: string | null
}

/** Columns of a receiver, of `partner`. */
export const receiverColumns = {
  webhook_secret: col.nullable(col.text),
  webhook_old_secret: col.nullable(col.text),
  network_key: col.nullable(col.text),
}
export const receiverFields = sql`
  partner.webhook_secret, (select sealed from signing_key) as network_key,
  case when coalesce(partner.webhook_old_until > now(), true) then partner.webhook_old_secret end as webhook_old_secret`

interface OutboxEvent {
  readonly topic: string
  readonly created_at: Date
  readonly payload: unknown
}

const ANSWER_LENGTH = 1024
const TIMEOUT_MS = 20_000

export async function sendWebhook(
  { keyring, config }: Pick<Services, 'keyring' | 'config'>,
  receiver: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  at: Date,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
  const signed = { id, timestamp: toSeconds(at), body }
  const signatures = signWith(keyring, receiver, signed)
  // An alert reports the secret. The event waits until the secret is set again.
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
    mayBePrivate: config.mayBePrivate,
    answerLength: ANSWER_LENGTH,
  })
}

/** Null when a secret was sealed with an unknown key. */
function signWith(keyring: Keyring, receiver: Receiver, signed: Parameters<typeof sign>[1]): string[] | null {
  const secrets = [receiver.webhook_secret, receiver.webhook_old_secret].filter((sealed) => sealed !== null)
  try {
    const shared = secrets.map((sealed) => sign(keyring.open(sealed, webhookBinding(receiver.partner_id)), signed))
    const { network_key } = receiver
    if (network_key === null) return shared
    return [...shared, `v1a,${signEd25519(keyring.open(network_key, SIGNING_KEY_BINDING), signedText(signed))}`]
  } catch (error) {
    if (error instanceof UnknownKeyError) return null
    throw error
  }
}

/** The same event always has the same body, byte for byte. */
export const webhookBody = ({ topic, created_at, payload }: OutboxEvent): string =>
  JSON.stringify({ type: topic, timestamp: created_at.toISOString(), data: payload })

/** Each attempt adds its own timestamp and signature. */
export const webhookHeaders = (eventId: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Cashbox-Webhooks/1',
  'webhook-id': eventId,
})
