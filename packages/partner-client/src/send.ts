import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { CashboxRefusal, CashboxUnreachable } from './errors.ts'
import { signRequest } from './sign-request.ts'

export interface PartnerOptions {
  /** Where the network answers, such as `https://agents.example.com`. */
  readonly url: string
  /** `pk_…` */
  readonly key: string
  /** `whsec_…`, the secret of the key. Or the private part of your own Ed25519 key, as PEM. */
  readonly secret: string
  /** How often a call without an answer is made in all. 5 unless told. */
  readonly tries?: number
  /** How long one try may take. 20 seconds unless told. */
  readonly timeoutMs?: number
  /** The language of messages, such as `ru`. English unless told. */
  readonly language?: string
  /** The public key of the network that you have kept, to check daily files with. Without it Cashbox is asked. */
  readonly fileKey?: string
  /** The clock, for tests. */
  readonly now?: () => Date
}

interface Call {
  readonly method: 'GET' | 'POST'
  /** From `/partner/v1` on, with the query. */
  readonly path: string
  readonly body?: unknown
}

/** What is used of a `Response`. The published types need neither those of Node nor those of a browser. */
interface Answer {
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}

export type Send = (call: Call) => Promise<Answer>

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/**
 * Makes a call until it is answered, signed anew each time. That is safe: every call of the partner API can be repeated
 * without doing anything twice.
 */
export function createSend(options: PartnerOptions): Send {
  const { tries = 5 } = options
  return async (call) => {
    for (let number = 1; ; number += 1) {
      const outcome = await attempt(options, call)
      if (outcome instanceof Response && outcome.ok) return outcome
      if (outcome instanceof Response && !isPassing(outcome))
        throw new CashboxRefusal(outcome.status, await read(outcome))
      if (number >= tries) throw await lastWord(outcome, number)
      await wait(outcome instanceof Response ? askedPauseMs(outcome, number) : pauseMs(number))
    }
  }
}

/** Answered, but worth another try. */
const isPassing = ({ status }: Response) => status === 429 || status >= 500

async function lastWord(outcome: unknown, tries: number): Promise<Error> {
  if (!(outcome instanceof Response)) return new CashboxUnreachable(tries, outcome)
  const refusal = new CashboxRefusal(outcome.status, await read(outcome))
  // Turned away at the door is a no; a fault behind it may have come after the deed.
  return outcome.status === 429 ? refusal : new CashboxUnreachable(tries, refusal)
}

const attempt = async (options: PartnerOptions, { method, path, body }: Call): Promise<unknown> => {
  const { url: base, key, secret, timeoutMs = 20_000, language = 'en', now = () => new Date() } = options
  const url = new URL(`/partner/v1${path}`, base)
  const text = body === undefined ? '' : JSON.stringify(body)
  const id = randomUUID()
  const timestamp = String(Math.floor(now().getTime() / 1000))
  return fetch(url, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'cashbox-key': key,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signRequest(secret, {
        method,
        target: url.pathname + url.search,
        id,
        timestamp,
        body: text,
      }),
      'x-language': language,
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(text === '' ? {} : { body: text }),
  }).catch((error: unknown) => error)
}

/** Twice as long each time, and scattered, so that many programs don't come back at the same moment. */
const pauseMs = (number: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** (number - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random())

function askedPauseMs(response: Response, number: number): number {
  const asked = Number(response.headers.get('retry-after')) * 1000
  return asked > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : pauseMs(number)
}

const read = async (response: Response): Promise<Record<string, unknown>> => {
  const answer: unknown = await response.json().catch(() => null)
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
}
