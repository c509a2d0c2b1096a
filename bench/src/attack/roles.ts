import { agentApi, type Endpoint } from '@cashbox/contract'
import { operatorApi, operatorRoles } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { tokenOf } from '../prepare.ts'
import type { People } from './people.ts'
import type { Answer, Tally } from './tally.ts'

const REFUSED = new Set([401, 403])

/** Every call by everyone who may not make it. */
export async function attackRoleByRole(people: People, tally: Tally) {
  const expectRefused = (what: string, { status }: Answer) => {
    if (status !== 0 && !REFUSED.has(status)) tally.finding(`${what} was answered ${status}`)
  }
  const { cookie } = people.operators.support
  const foreign: readonly (readonly [string, Record<string, string>])[] = [
    ['no one', {}],
    ['a made-up token', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['an agent', { authorization: `Bearer ${tokenOf(3)}` }],
    ['an operator', { cookie: cookie() }],
  ]
  const ask = async (who: string, base: string, endpoint: Endpoint, headers: Record<string, string>) => {
    const what = `${who} at ${endpoint.method} ${base}${endpoint.path}`
    expectRefused(what, await tally.send(what, `${base}${fill(endpoint.path)}`, asked(endpoint, headers)))
  }
  for (const endpoint of agentApi.filter(({ access }) => access === 'agent'))
    for (const [who, headers] of foreign.filter(([one]) => one !== 'an agent'))
      await ask(who, '/api', endpoint, headers)
  for (const [endpoint] of partnerApi)
    for (const [who, headers] of foreign) await ask(who, '/partner/v1', endpoint, headers)
  for (const [endpoint, roles] of operatorApi) {
    if (roles === 'anyone') continue
    for (const [who, headers] of foreign.filter(([one]) => one !== 'an operator'))
      await ask(who, '/operator/v1', endpoint, headers)
    if (roles === 'unfinished') continue
    for (const role of operatorRoles.filter((one) => !roles.includes(one)))
      await ask(role, '/operator/v1', endpoint, { cookie: people.operators[role].cookie() })
  }
  for (const [endpoint, permission] of partnerApi) {
    if (permission === 'read') continue
    const what = `a key that may only read at ${endpoint.method} ${endpoint.path}`
    const sent = people.readingPartner.send(endpoint.method, fill(endpoint.path), '{}')
    expectRefused(what, await tally.count(what, sent))
  }
}

const fill = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-9000-000000000001')

const asked = ({ method }: Endpoint, headers: Record<string, string>) => ({
  method,
  headers: {
    ...headers,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'x-cashbox-console': '1' }),
  },
  ...(method === 'GET' ? {} : { body: '{}' }),
})
