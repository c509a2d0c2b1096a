import { operatorApi, operatorRoles } from '@cashbox/contract/operator'
import { type OperatorClient, operatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
const clients = new Map<string, OperatorClient>()
beforeAll(async () => {
  world = await openWorld()
  for (const role of operatorRoles) clients.set(role, await operatorOf(world.address, role))
})
afterAll(() => world.close())

// Logging out is left out: it would end the test's own session.
const calls = operatorApi.filter(({ path }) => path !== '/session/end')

/** Whether the door opened: what came after it may well have been a refusal of the input. */
const isAdmitted = (code: string | undefined) => code !== 'role_not_allowed' && code !== 'not_signed_in'

describe.each(calls.map((call) => [`${call.method} ${call.path}`, call, call.roles] as const))(
  '%s',
  (_name, endpoint, who) => {
    // Without it the address would end in a dot, which leads elsewhere.
    const input = endpoint.path.includes(':day') ? { day: '2026-01-01' } : {}
    test.each(operatorRoles)('is open to %s exactly when the contract says so', async (role) => {
      const { failure } = (await clients.get(role)?.call(endpoint, input)) ?? {}
      expect(isAdmitted(failure?.code)).toBe(typeof who === 'string' || who.includes(role))
    })

    test('is closed without a session', async () => {
      const { failure } = await operatorClient(world.address).call(endpoint, input)
      expect(isAdmitted(failure?.code)).toBe(who === 'anyone')
    })
  },
)
