import { randomUUID } from 'node:crypto'
import { agentApi, type Endpoint } from '@cashbox/contract'
import { listAgents, operatorApi } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** What no longer fits into an integer of PostgreSQL, and into one of JavaScript. */
const BORDERS = [2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]
const DAY = '2026-11-18'
const ID = '00000000-0000-7000-9000-000000000001'

interface Field {
  safeParse(value: unknown): { readonly success: boolean }
}
type Input = Readonly<Record<string, unknown>>

let world: World
let admin: OperatorClient
let token: string
let agentId: string
let partner: PartnerClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
  token = await world.logIn('approved')
  partner = await openPartner(world)
  agentId = (await admin.call(listAgents, { search: 'approved@' })).payload.list[0]?.id ?? ''
})
afterAll(() => world.close())

const fieldsOf = (endpoint: Endpoint) =>
  Object.entries((endpoint.input as unknown as { shape?: Record<string, Field> }).shape ?? {})

const accepts = (field: Field, value: unknown) => field.safeParse(value).success

/** Each field that takes such a number, in each form in which it does. */
const bordersOf = (endpoint: Endpoint): readonly (readonly [string, unknown])[] =>
  fieldsOf(endpoint)
    .filter(([, field]) => !accepts(field, 'as agreed'))
    .flatMap(([name, field]) =>
      BORDERS.flatMap((border) => [border, String(border), `${border}.00`, `0-${border}`, `UZS:${border}:${border}`])
        .filter((value) => accepts(field, value))
        .map((value) => [name, value] as const),
    )

/** Something that each field that must be there takes. Null when there is none. */
function requiredOf(endpoint: Endpoint): Input | null {
  const byName: Input = { agent_id: agentId, cash_id: '100001', code: 'sandbox', channel: 'tashkent' }
  const texts =
    'as agreed,UZS,USDT,USD,day,csv,en,UZ,10.00,41,deposit,approve,reject,statement,new@example.com,Market9!walk,123456'
  const anything = [
    ...texts.split(','),
    'A123456789',
    'A'.repeat(43),
    DAY,
    ID,
    1,
    1000,
    true,
    null,
    ['read'],
    ['deposit'],
    'ABCDEFGH',
    [],
    {},
  ]
  const found = fieldsOf(endpoint)
    .filter(([, field]) => !accepts(field, undefined))
    .map(([name, field]) => [
      name,
      [byName[name], ...anything].find((value) => value !== undefined && accepts(field, value)),
    ])
  return found.every(([, value]) => value !== undefined) ? Object.fromEntries(found) : null
}

/** What ends the session that the others go on with, and what is no JSON. */
const isLeftOut = (endpoint: Endpoint) => /log-?out|\.:/.test(endpoint.path) || bordersOf(endpoint).length === 0

describe.each([
  ['agents', agentApi, (endpoint: Endpoint, input: Input) => world.call(endpoint, input, { token, key: randomUUID() })],
  ['operators', operatorApi, (endpoint: Endpoint, input: Input) => admin.call(endpoint, input)],
  [
    'partners',
    partnerApi.map(([endpoint]) => endpoint),
    (endpoint: Endpoint, input: Input) => partner.call(endpoint, input),
  ],
] as const)('the API of %s', (_audience, api, call) => {
  const endpoints = (api as readonly Endpoint[]).filter((endpoint) => !isLeftOut(endpoint))
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers numbers that do not fit into an integer as it answers others',
    async (_path, endpoint) => {
      const required = requiredOf(endpoint)
      expect(required).not.toBeNull()
      for (const [name, value] of bordersOf(endpoint)) {
        const { status, failure } = await call(endpoint, { ...required, [name]: value })
        expect(status, `${name}=${String(value)}: ${JSON.stringify(failure)}`).toBeLessThan(500)
      }
    },
  )
})
