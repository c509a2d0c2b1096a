import { parseMinor, receivedAmount } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { passes, readFeed } from './read-feed.ts'
import { settleReceipt } from './settle-receipt.ts'

let world: TronWorld
beforeAll(async () => {
  world = await openTronWorld()
})
afterAll(() => world.close())

const credit = (...sums: string[]) =>
  sums.reduce((total, sent) => total + (parseMinor(receivedAmount(sent, '12650.50', '0') ?? '') ?? 0n), 0n)

const unitsOf = (sent: string) => BigInt(Math.round(Number(sent) * 1_000_000))

const send = (agent: TopupAgent, ...sums: string[]) =>
  world.chain.sendMany(sums.map((sent) => ({ to: agent.address, units: unitsOf(sent) })))

const states = async (agent: TopupAgent) => (await agent.topups()).map(({ state, reason }) => reason ?? state)

test('exactly the minimum is credited, and a millionth less is held', async () => {
  const [exact, less] = [await world.newAgent(), await world.newAgent()]
  await send(exact, '10')
  await send(less, '9.999999')
  await world.settle()
  expect(await states(exact)).toEqual(['credited'])
  expect(await states(less)).toEqual(['below_minimum'])
  expect(await less.float()).toBe(0n)
})

test('small sums wait until together they reach the minimum, then each is credited with its own amount', async () => {
  const agent = await world.newAgent()
  await send(agent, '3.333333')
  await world.settle()
  await send(agent, '3.333333')
  await world.settle(world.newWatch())
  expect(await states(agent)).toEqual(['below_minimum', 'below_minimum'])
  expect(await agent.float()).toBe(0n)
  await send(agent, '3.333334')
  await world.settle(world.newWatch())
  expect(await states(agent)).toEqual(['credited', 'credited', 'credited'])
  expect(await agent.float()).toBe(credit('3.333333', '3.333333', '3.333334'))
  await send(agent, '9')
  await world.settle()
  expect(await states(agent)).toEqual(['credited', 'credited', 'credited', 'below_minimum'])
})

test('small sums of one transaction are gathered too', async () => {
  const agent = await world.newAgent()
  await send(agent, '4.000001', '4.000001', '1', '1.5', '2')
  await world.settle()
  expect(await states(agent)).toEqual(['credited', 'credited', 'credited', 'credited', 'below_minimum'])
  expect(await agent.float()).toBe(credit('4.000001', '4.000001', '1', '1.5'))
})

test("a large sum is credited by itself, and other agents' small sums are not its company", async () => {
  const [one, two] = [await world.newAgent(), await world.newAgent()]
  await send(one, '6')
  await send(two, '6')
  await world.settle()
  await send(one, '100')
  await world.settle()
  expect(await states(one)).toEqual(['below_minimum', 'credited'])
  expect(await states(two)).toEqual(['below_minimum'])
  expect(await one.float()).toBe(credit('100'))
})

test('small sums that a network keeps for its operator stay held, however many there are', async () => {
  const agent = await world.newAgent()
  const watch = world.newWatch({ tron: { smallSums: 'hold' } })
  for (let times = 0; times < 3; times++) await send(agent, '9', '9')
  await world.settle(watch)
  expect(await states(agent)).toEqual(Array.from({ length: 6 }, () => 'below_minimum'))
  await send(agent, '10')
  await world.settle(watch)
  expect(await agent.float()).toBe(credit('10'))
})

test.each([
  ['the same address', (agent: TopupAgent) => Promise.resolve(agent.address)],
  ['the old and the new address of an agent', (agent: TopupAgent) => world.renewedAddress(agent)],
])('small sums to %s are company, even when two workers settle them at once', async (_what, secondAddress) => {
  for (let round = 0; round < 5; round++) {
    const agent = await world.newAgent()
    await world.chain.send({ to: agent.address, units: 6_000_000n })
    await world.chain.send({ to: await secondAddress(agent), units: 6_000_000n })
    await world.chain.mine(21)
    world.clock.advance(5)
    const watch = world.newWatch()
    for (const pass of passes.slice(0, 1)) await readFeed(watch, pass)
    const open = await world.db.query(sql`select txid from tron_transaction where state = 'open'`, { txid: col.text })
    const receipts = await Promise.all(
      open.map(({ txid }) => watch.providers.first((api) => api.receipt(txid, 'solid'))),
    )
    const settleOne = (receipt: Receipt) =>
      world.db.transaction((tx) =>
        settleReceipt(tx, watch, { receipt, providers: 1, isDisputed: false, isKnownToAll: true }),
      )
    await Promise.all(receipts.filter((receipt) => receipt !== null).map(settleOne))
    expect(await states(agent)).toEqual(['credited', 'credited'])
  }
})
