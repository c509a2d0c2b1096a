import { CallFailure } from '@cashbox/client/call-failure'
import type { Endpoint, Failure, InputOf, OutputOf } from '@cashbox/contract'
import { apiBase } from './api-base.ts'
import { emit } from './events.ts'
import { currentLanguage } from './language.ts'
import { notify } from './notices.ts'
import { queryOf } from './query.ts'
import { currentSession } from './session.ts'

const REQUEST_TIMEOUT_MS = 50_000

export interface CallOptions {
  /** One key a form, kept until there is an answer. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** A 403 is handled by the caller, who then does not lose the session. */
  readonly ignore403?: boolean
  /** The caller handles every failure. */
  readonly ignoreErrors?: boolean
}

/** Makes a call of the contract. Whatever is not a success is thrown as a CallFailure. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const { token } = currentSession()
  const response = await send(endpoint, input, token, options)
  const body = await readBody(response)
  if (!response.ok) {
    const failure = failureOf(response, body)
    // An answer to the session before this one says nothing about this one.
    if (token === currentSession().token) announce(failure, options)
    throw failure
  }
  const payload = isRecord(body) ? body['payload'] : undefined
  if (typeof payload !== 'object' || payload === null) throw new CallFailure('broken', { status: response.status })
  return payload as OutputOf<E>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  token: string | null,
  options: CallOptions,
): Promise<Response> {
  const isGet = endpoint.method === 'GET'
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    return await fetch(`${apiBase}${endpoint.path}${isGet ? queryOf(input) : ''}`, {
      method: endpoint.method,
      headers: {
        'x-language': currentLanguage(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
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

function announce(failure: CallFailure, { ignore403, ignoreErrors }: CallOptions) {
  if (failure.status === 401) emit('logout')
  if (failure.status === 403 && !ignore403 && !ignoreErrors) emit('logout')
  if (failure.status === 422 && !ignoreErrors && failure.errors['maintenance']) notify('error', failure.serverMessage)
}
