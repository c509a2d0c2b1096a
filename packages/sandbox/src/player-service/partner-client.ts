import { createHmac, randomUUID } from 'node:crypto'
import { type Endpoint, Failure, type OutputOf } from '@cashbox/contract'
import { isRecord } from '../page/is-record.ts'
import { atMost } from './at-most.ts'
import type { PartnerAccount } from './partner-account.ts'

export type Answer<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly status: number; readonly failure: Failure }

type CallCashbox = <E extends Endpoint>(endpoint: E, input: unknown) => Promise<Answer<OutputOf<E>>>

// More at once would only wait in Cashbox, and connections that wait too long are given up.
const AT_ONCE = 16

/** Calls the partner API as any partner does: over HTTP, signed. What is sent is left for Cashbox to judge. */
export function partnerClient(account: PartnerAccount, now: () => Date): CallCashbox {
  const inTurn = atMost(AT_ONCE)
  return (endpoint, input) => inTurn(() => callCashbox(account, now, endpoint, input))
}

async function callCashbox<E extends Endpoint>(
  account: PartnerAccount,
  now: () => Date,
  endpoint: E,
  input: unknown,
): Promise<Answer<OutputOf<E>>> {
  const { path, rest } = fillPath(endpoint.path, input)
  const isGet = endpoint.method === 'GET'
  const body = isGet ? '' : JSON.stringify(rest)
  const query = isGet ? new URLSearchParams(rest as Record<string, string>).toString() : ''
  const url = new URL(`${account.apiUrl()}${path}${query && `?${query}`}`)
  const { method } = endpoint
  const response = await fetch(url, {
    method,
    headers: {
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(await signature(account, now(), { method, target: url.pathname + url.search, body })),
    },
    ...(isGet ? {} : { body }),
  })
  const answer = (await response.json()) as { payload?: unknown }
  if (!response.ok) return { ok: false, status: response.status, failure: Failure.parse(answer) }
  return { ok: true, payload: endpoint.output.parse(answer.payload) as OutputOf<E> }
}

interface Sent {
  readonly method: string
  readonly target: string
  readonly body: string
}

async function signature(account: PartnerAccount, at: Date, { method, target, body }: Sent) {
  const key = await account.key()
  const id = randomUUID()
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = createHmac('sha256', Buffer.from(key.secret.replace('whsec_', ''), 'base64'))
    .update(['v2', method, target, id, timestamp, body].join('\n'))
    .digest('base64')
  return {
    'cashbox-key': key.id,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v2,${signed}`,
  }
}

/** What the path names goes there, and the rest into the query or the body. */
function fillPath(template: string, input: unknown): { path: string; rest: unknown } {
  if (!isRecord(input)) return { path: template, rest: input }
  const rest = { ...input }
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return { path, rest }
}
