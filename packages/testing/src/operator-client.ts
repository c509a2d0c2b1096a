import type { Endpoint, Failure, InputOf, OutputOf } from '@cashbox/contract'
import { logInOperator, type OperatorRole } from '@cashbox/contract/operator'

interface Answer<Payload> {
  readonly status: number
  readonly headers: Headers
  readonly payload: Payload
  readonly failure: Failure
}

export type OperatorClient = ReturnType<typeof operatorClient>

/** Calls as the console makes them, with the cookie that a browser would keep. */
export function operatorClient(address: string) {
  let cookie = ''
  let device = ''
  async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    headers: Record<string, string> = {},
  ): Promise<Answer<OutputOf<E>>> {
    const fields = new Map(Object.entries(input as object))
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_part, name: string) => {
      const value = String(fields.get(name) ?? '')
      fields.delete(name)
      return encodeURIComponent(value)
    })
    const isGet = endpoint.method === 'GET'
    const query =
      isGet && fields.size > 0 ? `?${new URLSearchParams([...fields] as [string, string][]).toString()}` : ''
    const response = await fetch(`${address}/operator/v1${path}${query}`, {
      method: endpoint.method,
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/json', 'x-cashbox-console': '1' }),
        ...(cookie + device === '' ? {} : { cookie: [cookie, device].filter(Boolean).join('; ') }),
        ...headers,
      },
      ...(isGet ? {} : { body: JSON.stringify(Object.fromEntries(fields)) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [kept = ''] = set.split(';', 1)
      if (kept.includes('-device=')) device = kept
      else cookie = kept
    }
    const body = (await response.json()) as { payload: OutputOf<E> } & Failure
    return { status: response.status, headers: response.headers, payload: body.payload, failure: body }
  }
  return {
    call,
    logIn: (email: string, password = 'Cashbox1!') => call(logInOperator, { email, password }),
    cookie: () => cookie,
    takeCookie: (other: string) => {
      cookie = other
    },
  }
}

/** An operator of the sandbox who is logged in: one of each role, and a second admin. */
export async function operatorOf(address: string, role: OperatorRole | 'admin2'): Promise<OperatorClient> {
  const client = operatorClient(address)
  const { status } = await client.logIn(`${role}@cashbox.test`)
  if (status !== 200) throw new Error(`${role} could not log in`)
  return client
}
