import type { Endpoint, InputOf } from '@cashbox/contract'
import { logInOperator, type OperatorRole } from '@cashbox/contract/operator'
import { callEndpoint } from './call-endpoint.ts'

export type OperatorClient = ReturnType<typeof operatorClient>

/** Calls as the console makes them, with the cookie that a browser would keep. */
export function operatorClient(address: string) {
  let cookie = ''
  let device = ''
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, headers: Record<string, string> = {}) {
    const answer = await callEndpoint(`${address}/operator/v1`, endpoint, input, {
      ...(endpoint.method === 'GET' ? {} : { 'x-cashbox-console': '1' }),
      ...(cookie + device === '' ? {} : { cookie: [cookie, device].filter(Boolean).join('; ') }),
      ...headers,
    })
    for (const set of answer.headers.getSetCookie()) {
      const [kept = ''] = set.split(';', 1)
      if (kept.includes('-device=')) device = kept
      else cookie = kept
    }
    return answer
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
