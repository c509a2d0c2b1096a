import { agentApi, type Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { strangeInputsFor, writeCall } from '@cashbox/testing/strange-input'
import fc from 'fast-check'
import { tokenOf } from '../common/database.ts'
import type { Tally } from './tally.ts'
import { type People, readBalances, type Target } from './target.ts'

type Generated = ReturnType<typeof writeCall>

/** Ends the session that the next request would go on with. */
const endsSession = ({ path }: Endpoint) => path.endsWith('/logout') || path === '/session/end'

/** Every call of the three APIs, with input that no app would send. Nothing breaks, and no money moves. */
export async function attackWithGeneratedInput(target: Target, people: People, tally: Tally, runs: number) {
  const before = await readBalances(target)
  const send = (endpoint: Endpoint, path: string, headers: Record<string, string>, body: string | undefined) =>
    tally.send(nameOf(endpoint, body), path, {
      method: endpoint.method,
      ...(body === undefined
        ? { headers }
        : { body, headers: { ...headers, 'content-type': 'application/json', 'x-cashbox-console': '1' } }),
    })
  await eachInput(agentApi, runs, (endpoint, { path, body }) => {
    const headers = { authorization: `Bearer ${tokenOf(endsSession(endpoint) ? 499 : 0)}` }
    return send(endpoint, `/api${path}`, headers, body)
  })
  await eachInput(operatorApi, runs, async (endpoint, { path, body }) => {
    const headers = { cookie: people.operators.admin.cookie() }
    const { status } = await send(endpoint, `/operator/v1${path}`, headers, body)
    if (status === 401 || endsSession(endpoint)) await people.renewAdmin()
  })
  await eachInput(
    partnerApi.map(([endpoint]) => endpoint),
    runs,
    (endpoint, { path, body }) =>
      tally.count(nameOf(endpoint, body), people.partner.send(endpoint.method, path, body ?? '')),
  )
  if ((await readBalances(target)) !== before) tally.finding('generated input has moved money')
}

const nameOf = ({ method, path }: Endpoint, body: string | undefined) => `${method} ${path} ${body ?? ''}`.slice(0, 400)

async function eachInput(
  endpoints: readonly Endpoint[],
  runs: number,
  send: (endpoint: Endpoint, generated: Generated) => Promise<unknown>,
) {
  for (const endpoint of endpoints) {
    const inputs = fc.sample(strangeInputsFor(endpoint), runs)
    for (let first = 0; first < inputs.length; first += 8)
      await Promise.all(inputs.slice(first, first + 8).map((input) => send(endpoint, writeCall(endpoint, input))))
  }
}
