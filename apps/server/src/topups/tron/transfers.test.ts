import { checkWallets } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { OTHER_XPUB, openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'

const USDT = 1_000_000n
/** 12650.50 for one coin: in minor units for a whole one. */
const RATE = 1_265_050n

let world: TronWorld
beforeAll(async () => {
  world = await openTronWorld()
})
afterAll(() => world.close())

test('each transfer of a transaction is credited once: several to one agent, to several, and of the same amount', async () => {
  const [one, two] = [await world.newAgent(), await world.newAgent()]
  const txid = await world.chain.sendMany([
    { to: one.address, units: 20n * USDT },
    { to: two.address, units: 30n * USDT },
    { to: one.address, units: 20n * USDT },
    { to: world.chain.contracts.fake, units: 99n * USDT },
    { to: one.address, units: 50n * USDT },
    { to: one.address, units: 0n },
  ])
  await world.settle()
  await world.settle()
  expect(await one.topups()).toMatchObject([
    { state: 'credited', units: '20000000', txid },
    { state: 'credited', units: '20000000', txid },
    { state: 'credited', units: '50000000', txid },
  ])
  expect(await one.float()).toBe(90n * RATE)
  expect(await two.float()).toBe(30n * RATE)
})

test('a transfer of nothing leaves no trace', async () => {
  const agent = await world.newAgent()
  await world.chain.send({ to: agent.address, units: 0n })
  await world.settle()
  await world.call(checkWallets, {}, { token: await world.logIn(agent.name) })
  expect(await agent.topups()).toEqual([])
  expect(await agent.float()).toBe(0n)
})

test('a transfer that failed is not credited, even when the index lists it', async () => {
  const agent = await world.newAgent()
  world.chain.behave({ listsFailed: true })
  const txid = await world.chain.send({ to: agent.address, units: 40n * USDT, fails: true })
  await world.settle()
  world.chain.behave({ listsFailed: false })
  const rows = await world.db.query(sql`select state from tron_transaction where txid = ${txid}`, { state: col.text })
  expect(rows).toEqual([{ state: 'final' }])
  expect(await agent.topups()).toEqual([])
  expect(await agent.float()).toBe(0n)
})

test('what the index invents is never credited, and is given up', async () => {
  const agent = await world.newAgent()
  await world.chain.send({ to: agent.address, units: 10n * USDT })
  await world.chain.mine(1)
  world.chain.behave({ inventsRows: true })
  await world.settle()
  await world.call(checkWallets, {}, { token: await world.logIn(agent.name) })
  world.chain.behave({ inventsRows: false })
  await world.lookAfter(3700)
  await world.lookAfter(3700)
  expect(await agent.topups()).toMatchObject([{ state: 'credited', units: '10000000' }])
  expect(await agent.float()).toBe(10n * RATE)
  expect(await world.db.execute(sql`select 1 from tron_transaction where state = 'open'`)).toBe(0)
})

test('a token that only calls itself USDT is found by the check of the wallet, held, and moves no money', async () => {
  const agent = await world.newAgent()
  const txid = await world.chain.sendMany([
    { to: agent.address, units: 5000n * USDT, token: 'fake' },
    { to: agent.address, units: 2n ** 256n - 1n, token: 'fake' },
  ])
  await world.chain.mine(21)
  const before = await world.balances()
  const token = await world.logIn(agent.name)
  expect((await world.call(checkWallets, {}, { token })).status).toBe(200)
  expect(await agent.topups()).toMatchObject([
    { state: 'held', reason: 'wrong_token', units: '5000000000', txid },
    { state: 'held', reason: 'wrong_token', units: (2n ** 256n - 1n).toString(), txid },
  ])
  expect((await world.topups(token)).list).toMatchObject([{ coin: '?' }, { coin: '?', received: null }])
  await world.look()
  expect(await world.balances()).toBe(before)
})

test('a fake beside the true one takes nothing from it', async () => {
  const agent = await world.newAgent()
  await world.chain.sendMany([
    { to: agent.address, units: 70n * USDT, token: 'fake' },
    { to: agent.address, units: 11n * USDT },
  ])
  await world.settle()
  expect(await agent.topups()).toMatchObject([
    { state: 'credited', units: '11000000' },
    { state: 'held', reason: 'wrong_token' },
  ])
  expect(await agent.float()).toBe(11n * RATE)
})

test('a payment to an address of an account key that is no longer in use still belongs to its agent', async () => {
  const agent = await world.newAgent()
  const renewed = await world.renewedAddress(agent)
  expect(renewed).not.toBe(agent.address)
  expect(await world.renewedAddress(agent)).toBe(renewed)
  await world.chain.send({ to: agent.address, units: 10n * USDT })
  await world.chain.send({ to: renewed, units: 15n * USDT })
  await world.settle(world.newWatch({ tron: { xpub: OTHER_XPUB } }))
  expect(await agent.float()).toBe(25n * RATE)
})

test('no two agents ever share an address, however many ask at once', async () => {
  const agents = await Promise.all(Array.from({ length: 12 }, () => world.newAgent()))
  const asked = await Promise.all(
    agents.flatMap(async ({ name }) => {
      const token = await world.logIn(name)
      return Promise.all([world.addressOf(token), world.addressOf(token)])
    }),
  )
  expect(asked.flat().toSorted()).toEqual(agents.flatMap(({ address }) => [address, address]).toSorted())
  expect(new Set(asked.flat()).size).toBe(12)
})

test('a payment to an address of no agent is not even noted', async () => {
  const txid = await world.chain.send({ to: 'THLNguYKN3S8RUzVyi9ErynW4YmXLU5c8n', units: 10n * USDT })
  await world.settle()
  expect(await world.db.execute(sql`select 1 from tron_transaction where txid = ${txid}`)).toBe(0)
})
