import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSeconds } from '../platform/clock.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld({ env: { CASHBOX_LOCATION_TIME: 'required' } })
  token = await world.logIn('approved')
})
afterAll(() => world.close())

async function confirmAt(geo_at?: number | null, as = token) {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const asked = { type: 'deposit' as const, transaction_id, amount: '10.00' }
  const { status, failure } = await world.confirm(as, geo_at === undefined ? asked : { ...asked, geo_at })
  return status === 200 ? 'confirmed' : failure.code
}

test('where the time of a location is required, a client that leaves it out has no location', async () => {
  expect(await confirmAt()).toBe('geo_missing')
  expect(await confirmAt(null)).toBe('geo_missing')
})

test('a location with its time is judged by its age', async () => {
  const nowS = toSeconds(world.clock.now())
  expect(await confirmAt(nowS - 100)).toBe('confirmed')
  expect(await confirmAt(nowS - 200)).toBe('geo_stale')
  expect(await confirmAt(nowS + 200)).toBe('geo_stale')
})
