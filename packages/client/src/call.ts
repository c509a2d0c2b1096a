import type { Endpoint, Failure, InputOf, OutputOf } from '@cashbox/contract'
import { CallFailure } from './call-failure.ts'

export interface CallOptions {
  /** One key a form, kept until there is an answer. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

type Headers = Readonly<Record<string, string>>

interface CallSetUp<Options extends CallOptions> {
  readonly base: string
  readonly timeoutMs: number
  /** Read anew for each call: the session and the language change. */
  readonly headers: (options: Options) => Headers
  /** Fills in what a server may leave out of a payload. What it can't make sense of stays undefined. */
  readonly complete?: (endpoint: Pick<Endpoint, 'path'>, payload: unknown) => unknown
  /** Called with each failure before the caller gets it, with the headers that the call was sent with. */
  readonly onFailure?: (failure: CallFailure, sent: { readonly options: Options; readonly headers: Headers }) => void
}

export type Call<Options extends CallOptions> = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: Options,
) => Promise<OutputOf<E>>

/** Makes the function that calls the contract. Every failure is reported and then thrown as a CallFailure. */
export function createCall<Options extends CallOptions>(setUp: CallSetUp<Options>): Call<Options> {
  const { base, timeoutMs, complete = (_endpoint, payload) => payload } = setUp
  const known = createEtagCache()

  async function send(endpoint: Endpoint, input: object, headers: Headers, { signal, idempotencyKey }: CallOptions) {
    const { path, body } = addressOf(endpoint, input)
    const timeout = AbortSignal.timeout(timeoutMs)
    // Cached answers end with their session, so calls without a session are not cached.
    const session = endpoint.method === 'GET' ? headers['authorization'] : undefined
    const before = session && known.find(session, path)
    try {
      if (endpoint.method === 'GET') await ownTask()
      const response = await fetch(`${base}${path}`, {
        method: endpoint.method,
        headers: {
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          ...(before ? { 'if-none-match': before.tag } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      if (before && response.status === 304) return { status: 200, text: before.text }
      const text = await response.text()
      const tag = response.headers.get('etag')
      if (session && tag && response.ok) known.keep(session, path, { tag, text })
      return { status: response.status, text }
    } catch (cause) {
      // The caller no longer wants the answer: no failure.
      if (signal?.aborted) throw cause
      throw new CallFailure(timeout.aborted ? 'timeout' : 'unreachable', { cause })
    }
  }

  return async (endpoint, input, options = {} as Options) => {
    const headers = setUp.headers(options)
    try {
      const { status, text } = await send(endpoint, input as object, headers, options)
      const payload = payloadOf(status, text, (raw) => complete(endpoint, raw))
      return payload as OutputOf<typeof endpoint>
    } catch (error) {
      if (error instanceof CallFailure) setUp.onFailure?.(error, { options, headers })
      throw error
    }
  }
}

/** More than a day's work opens. */
const MOST_ANSWERS = 50

interface Known {
  readonly tag: string
  readonly text: string
}

/** The last answers to one session with their ETags. In memory, so that a shared computer keeps none of it. */
function createEtagCache() {
  const answers = new Map<string, Known>()
  let owner = ''
  return {
    find(session: string, path: string): Known | undefined {
      if (session !== owner) answers.clear()
      owner = session
      return answers.get(path)
    },
    keep(session: string, path: string, known: Known) {
      if (session !== owner) return
      answers.delete(path)
      answers.set(path, known)
      const [oldest] = answers.keys()
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
    },
  }
}

/** Starts each GET in its own task, so that input is handled between them on slow phones. Changes don't wait. */
const ownTask = () =>
  new Promise<void>((begin) => {
    const { port1, port2 } = new MessageChannel()
    const arrive = () => {
      port1.close()
      begin()
    }
    port1.addEventListener('message', arrive, { once: true })
    port1.start()
    port2.postMessage(null)
  })

/** Path and query of a call, and what is left for its body. A part of the path with a colon is a field of the input. */
export function addressOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: object) {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  if (method === 'POST') return { path: filled, body: Object.fromEntries(fields) }
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== null) query.append(name, String(item))
  }
  return { path: query.size === 0 ? filled : `${filled}?${query.toString()}`, body: null }
}

function payloadOf(status: number, text: string, complete: (payload: unknown) => unknown): unknown {
  const body = parseBody(status, text)
  const isOk = status >= 200 && status < 300
  if (isOk && isRecord(body)) {
    const payload = complete(body['payload'])
    if (isRecord(payload)) return payload
  }
  // Not an answer of our server: a proxy's own page, perhaps.
  if (isOk || !isFailure(body)) throw new CallFailure('broken', { status })
  throw new CallFailure(status >= 500 ? 'broken' : 'refused', { status, body })
}

function parseBody(status: number, text: string): unknown {
  // A server that has nothing to say may say nothing.
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CallFailure('broken', { status, cause })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The message and the errors of the fields; either is enough. */
const isFailure = (body: unknown): body is Partial<Failure> =>
  isRecord(body) && (typeof body['message'] === 'string' || isRecord(body['errors']))
