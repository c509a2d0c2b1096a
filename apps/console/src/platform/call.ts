import { CallFailure } from '@cashbox/client/call-failure'
import { observable } from '@cashbox/client/observable'
import type { Endpoint, Failure, InputOf, OutputOf } from '@cashbox/contract'
import { addressOf } from './address.ts'

export const API_BASE = '/operator/v1'
const REQUEST_TIMEOUT_MS = 30_000

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The page asks by itself: that does not keep the session of somebody who has gone. */
  readonly isUnattended?: boolean
}

/** Counts the answers that said there is no session; whoever keeps the session watches it. */
export const signedOutAnswers = observable(0)

/** Makes a call of the contract. Whatever is not a success is thrown as a CallFailure. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const response = await send(endpoint, input as object, options)
  const body = await readBody(response)
  if (!response.ok) {
    const failure = failureOf(response, body)
    if (failure.status === 401) signedOutAnswers.set(signedOutAnswers.get() + 1)
    throw failure
  }
  const payload = isRecord(body) ? body['payload'] : undefined
  if (!isRecord(payload)) throw new CallFailure('broken', { status: response.status })
  return payload as OutputOf<E>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

async function send(
  endpoint: Endpoint,
  input: object,
  { signal, isUnattended = false }: CallOptions,
): Promise<Response> {
  const { path, body } = addressOf(endpoint, input)
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    return await fetch(`${API_BASE}${path}`, {
      method: endpoint.method,
      headers: {
        // Shows the server that the call comes from here, and not from another site with the operator's cookie.
        'x-cashbox-console': '1',
        ...(isUnattended ? { 'x-cashbox-unattended': '1' } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new CallFailure(timeout.aborted ? 'timeout' : 'unreachable', { cause })
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new CallFailure('broken', { status: response.status, cause })
  }
}

function failureOf({ status }: Response, body: unknown): CallFailure {
  // Not ours: a proxy's own page, perhaps.
  if (!isFailure(body)) return new CallFailure('broken', { status })
  return new CallFailure(status >= 500 ? 'broken' : 'refused', { status, body })
}

const isFailure = (body: unknown): body is Failure =>
  isRecord(body) && typeof body['message'] === 'string' && typeof body['code'] === 'string' && isRecord(body['errors'])
