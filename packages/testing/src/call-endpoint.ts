import type { Endpoint, Failure, OutputOf } from '@cashbox/contract'

/** What a call was answered with: the payload, or why it was refused. */
export interface Answer<Payload = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly payload: Payload
  readonly failure: Failure
}

/** The address of a call and its body: fields of the path go there, the others into the query or the body. */
export function requestOf({ method, path }: Endpoint, input: unknown) {
  const fields = new Map(Object.entries(input as object))
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = String(fields.get(name) ?? '')
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const rest = Object.fromEntries(fields)
  if (method === 'POST') return { path: filled, body: JSON.stringify(rest) }
  const query = new URLSearchParams(rest as Record<string, string>).toString()
  return { path: query === '' ? filled : `${filled}?${query}`, body: null }
}

export async function answerOf<E extends Endpoint>(response: Response): Promise<Answer<OutputOf<E>>> {
  const body = (await response.json()) as { payload: OutputOf<E> } & Failure
  return { status: response.status, headers: response.headers, payload: body.payload, failure: body }
}

export async function callEndpoint<E extends Endpoint>(
  base: string,
  endpoint: E,
  input: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer<OutputOf<E>>> {
  const { path, body } = requestOf(endpoint, input)
  const response = await fetch(base + path, {
    method: endpoint.method,
    headers: { ...(body === null ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === null ? {} : { body }),
  })
  return answerOf(response)
}
