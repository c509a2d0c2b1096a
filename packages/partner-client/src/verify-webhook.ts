import { Webhook } from 'standardwebhooks'
import { isSignedBy } from './sign-request.ts'
import type { PartnerEvent, PlayerAnswer, PlayerQuestion } from './types.ts'

type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Those of Node's requests, or anything with a `get`, such as `Headers`. */
export type WebhookHeaders = PlainHeaders | { readonly get: (name: string) => string | null }

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** A webhook that is not from Cashbox, is too old, or was changed on its way. Answer it with 401. */
export class WebhookNotVerified extends Error {
  override readonly name = 'WebhookNotVerified'
}

export interface VerifiedWebhook {
  /** The same event may come twice: keep the IDs you have seen. */
  readonly id: string
  readonly event: PartnerEvent
}

const PUBLIC_KEY = 'whpk_'
const TOLERANCE_S = 5 * 60

/**
 * Checks a webhook and reads it. `body` must be exactly what was sent, before any JSON was parsed. While your secret is
 * being changed, give both. Instead of a secret it takes the public key of the network, as `whpk_…`.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { now = () => new Date() }: { readonly now?: () => Date } = {},
): VerifiedWebhook {
  const { id, message } = verifySigned(secrets, body, headers, now())
  return { id, event: message as PartnerEvent }
}

/** What to send back: `body` as JSON, with this status. */
export interface PlayerReply {
  readonly status: 200 | 401
  readonly body: string
}

/**
 * Answers the question whether an agent may take a deposit for a player. Checks the signature, as `verifyWebhook` does, and
 * asks `decide` only if it is right. Cashbox waits for three seconds, and takes no cash without an answer.
 */
export async function answerPlayer(
  secrets: string | readonly string[],
  body: string | Uint8Array,
  headers: WebhookHeaders,
  decide: (player: PlayerQuestion) => PlayerAnswer | Promise<PlayerAnswer>,
): Promise<PlayerReply> {
  let message: { readonly type?: unknown; readonly data?: unknown }
  try {
    message = verifySigned(secrets, body, headers).message
  } catch (error) {
    if (error instanceof WebhookNotVerified) return { status: 401, body: '{}' }
    throw error
  }
  // A signed event that was sent to this address by mistake.
  if (message.type !== 'player.verify') return { status: 401, body: '{}' }
  return { status: 200, body: JSON.stringify(await decide(message.data as PlayerQuestion)) }
}

function verifySigned(
  secrets: string | readonly string[],
  body: string | Uint8Array,
  headers: WebhookHeaders,
  now = new Date(),
) {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = Object.fromEntries(SIGNED.map((name) => [name, headerOf(headers, name)]))
  let problem: unknown = 'no secret was given'
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    try {
      const message = (
        secret.startsWith(PUBLIC_KEY)
          ? verifyByPublicKey(secret.slice(PUBLIC_KEY.length), text, signed, now)
          : new Webhook(secret).verify(text, signed)
      ) as object
      return { id: signed['webhook-id'] ?? '', message }
    } catch (error) {
      problem = error instanceof Error ? error.message : error
    }
  }
  throw new WebhookNotVerified(String(problem))
}

function verifyByPublicKey(publicKey: string, body: string, signed: Record<string, string>, now: Date): unknown {
  const timestamp = Number(signed['webhook-timestamp'])
  if (!(Math.abs(now.getTime() / 1000 - timestamp) <= TOLERANCE_S)) throw new Error('the webhook is too old or too new')
  const text = `${signed['webhook-id']}.${signed['webhook-timestamp']}.${body}`
  const isSigned = (signed['webhook-signature'] ?? '')
    .split(' ')
    .some((one) => one.startsWith('v1a,') && isSignedBy(publicKey, text, one.slice(4)))
  if (!isSigned) throw new Error('no signature fits')
  return JSON.parse(body)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const { get } = headers
  const value = typeof get === 'function' ? get.call(headers, name) : (headers as PlainHeaders)[name]
  return typeof value === 'string' ? value : ''
}
