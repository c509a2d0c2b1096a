import { Webhook } from 'standardwebhooks'
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

/**
 * Checks a webhook and reads it. `body` must be exactly what was sent, before any JSON was parsed. While your secret is
 * being changed, give both.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  body: string | Uint8Array,
  headers: WebhookHeaders,
): VerifiedWebhook {
  const { id, message } = verifySigned(secrets, body, headers)
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

function verifySigned(secrets: string | readonly string[], body: string | Uint8Array, headers: WebhookHeaders) {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = Object.fromEntries(SIGNED.map((name) => [name, headerOf(headers, name)]))
  let problem: unknown = 'no secret was given'
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    try {
      const message = new Webhook(secret).verify(text, signed) as object
      return { id: signed['webhook-id'] ?? '', message }
    } catch (error) {
      problem = error instanceof Error ? error.message : error
    }
  }
  throw new WebhookNotVerified(String(problem))
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const { get } = headers
  const value = typeof get === 'function' ? get.call(headers, name) : (headers as PlainHeaders)[name]
  return typeof value === 'string' ? value : ''
}
