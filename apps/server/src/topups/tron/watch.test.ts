import { openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TronWorld
let token: string
let address: string
beforeAll(async () => {
  world = await openTronWorld()
  token = await world.logIn('approved')
  address = await world.addressOf(token)
})
afterAll(() => world.close())

test('a transfer is seen, confirmed block by block, and credited once it is final', async () => {
  const before = await world.balance(token)
  const txid = await world.chain.send({ to: address, units: 12_500_000n })
  await world.chain.mine(1)
  expect(await world.look()).toEqual([])
  expect((await world.topups(token)).list[0]).toMatchObject({ state: 'confirming', confirmations: 0, sent: '12.5' })
  await world.chain.mine(7)
  await world.look()
  expect((await world.topups(token)).list[0]).toMatchObject({ state: 'confirming', confirmations: 7 })
  expect(await world.balance(token)).toBe(before)
  await world.chain.mine(12)
  await world.look()
  expect((await world.topups(token)).list[0]).toMatchObject({
    state: 'credited',
    confirmations: 19,
    reference: txid,
    rate: '12650.50',
    received: '158131.25',
    currency_code: 'UZS',
  })
  expect(Number(await world.balance(token)) - Number(before)).toBe(158131.25)
  expect(await world.verify()).toEqual([])
})
