import { lookUpTransaction } from '@cashbox/contract'
import * as api from '@cashbox/contract/partner'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

const exclude = (player_id: string, until?: number) =>
  world.partner.call(api.excludePlayer, { player_id, ...(until !== undefined && { until }) })
const nowS = () => Math.floor(world.clock.now().getTime() / 1000)

test('no deposit of an excluded player is opened, looked up or confirmed; withdrawals and other players go on', async () => {
  const player_id = 'excluded-1'
  const [deposit, withdrawal] = [
    await world.opened({ player_id }),
    await world.opened({ player_id, type: 'withdraw', amount: '10.00' }),
  ]
  expect((await exclude(player_id)).payload.exclusion).toMatchObject({ player_id, until: null })
  expect((await world.create({ player_id })).failure.code).toBe('player_excluded')
  const seen = await world.call(lookUpTransaction, { transaction_id: deposit.transaction_id }, { token: world.agent })
  expect(seen.failure.code).toBe('player_excluded')
  expect((await world.confirmOpened(deposit)).failure.code).toBe('player_excluded')
  expect((await world.confirmOpened(withdrawal, withdrawal.security_code)).status).toBe(200)
  expect((await world.confirmOpened(await world.opened({ player_id: 'another' }))).status).toBe(200)
  expect((await world.partner.call(api.removeExclusion, { player_id })).status).toBe(200)
  expect((await world.confirmOpened(deposit)).status).toBe(200)
})

test('an exclusion ends at its time, and the newest call decides when that is', async () => {
  const player_id = 'excluded-2'
  const deposit = await world.opened({ player_id })
  expect((await exclude(player_id, nowS())).failure.fields).toEqual({ until: 'until_in_the_past' })
  await exclude(player_id)
  await exclude(player_id, nowS() + 60)
  expect((await world.confirmOpened(deposit)).failure.code).toBe('player_excluded')
  world.clock.advance(61)
  expect((await world.confirmOpened(deposit)).status).toBe(200)
  world.clock.advance(-61)
})

test("a partner sees and changes only its own list, and one partner's exclusion means nothing to another", async () => {
  const other = await openPartner(world)
  for (const player_id of ['b', 'a', 'c']) await other.call(api.excludePlayer, { player_id })
  const first = (await other.call(api.listExclusions, { limit: '2' })).payload
  const second = (await other.call(api.listExclusions, { limit: '2', cursor: first.next_cursor ?? '' })).payload
  expect([...first.list, ...second.list].map(({ player_id }) => player_id)).toEqual(['a', 'b', 'c'])
  expect(second.next_cursor).toBeNull()
  expect((await world.create({ player_id: 'a' })).status).toBe(200)
  await world.partner.call(api.removeExclusion, { player_id: 'a' })
  expect((await other.call(api.createTransaction, newTransaction({ player_id: 'a' }))).failure.code).toBe(
    'player_excluded',
  )
})
