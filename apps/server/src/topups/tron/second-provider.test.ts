import { openTronProxy, type TronProxy } from '@cashbox/testing/tron-proxy'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const USDT = 1_000_000n
const RATE = 1_265_050n
const LIMIT = 1000n

let proxy: TronProxy
let world: TronWorld
let agent: TopupAgent
beforeAll(async () => {
  proxy = await openTronProxy()
  world = await openTronWorld()
  proxy.passOnFrom(world.chainUrl)
})
beforeEach(async () => {
  proxy.rewrite((_path, answer) => answer)
  agent = await world.newAgent()
  await world.look()
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const send = (...coins: bigint[]) =>
  world.chain.sendMany(coins.map((sum) => ({ to: agent.address, units: sum * USDT })))
const watchWith = (...urls: string[]) =>
  world.newWatch({
    tron: { providers: urls.map((url) => ({ url, apiKey: null })), secondProviderAbove: LIMIT.toString() },
  })
const states = async () => (await agent.topups()).map(({ state, reason }) => reason ?? state)

test('one provider alone credits up to the sum, and what is above it is held for an operator', async () => {
  const watch = watchWith(world.chainUrl)
  await send(LIMIT)
  await world.settle(watch)
  expect(await states()).toEqual(['credited'])
  agent = await world.newAgent()
  await send(LIMIT + 1n)
  await world.settle(watch)
  expect(await states()).toEqual(['one_provider'])
  expect(await agent.float()).toBe(0n)
})

test('a large sum in many parts is no way around it, in one transaction or in several of one day', async () => {
  const watch = watchWith(world.chainUrl)
  await send(400n, 400n, 400n)
  await world.settle(watch)
  expect((await states()).toSorted()).toEqual(['credited', 'credited', 'one_provider'])
  await send(201n)
  await world.settle(watch)
  expect((await states()).at(-1)).toBe('one_provider')
  await world.lookAfter(24 * 3600, watch)
  await send(201n)
  await world.settle(watch)
  expect((await states()).at(-1)).toBe('credited')
  expect(await agent.float()).toBe(1001n * RATE)
})

test('two addresses of one host are one provider', async () => {
  const watch = watchWith(world.chainUrl, `${world.chainUrl}/`)
  await send(LIMIT + 1n)
  await world.settle(watch)
  expect(await states()).toEqual(['one_provider'])
})

test('a second provider that tells the same lets any sum be credited', async () => {
  const watch = watchWith(world.chainUrl, proxy.url)
  await send(50n * LIMIT)
  await world.settle(watch)
  await world.look(watch)
  expect(await states()).toEqual(['credited'])
  expect(await agent.float()).toBe(50n * LIMIT * RATE)
})

test('a large sum waits for a second provider that does not answer; small ones go on', async () => {
  const watch = watchWith(world.chainUrl, 'http://127.0.0.1:9')
  await send(LIMIT + 1n)
  await send(10n)
  await world.settle(watch)
  await world.lookAfter(3600, watch)
  expect((await states()).toSorted()).toEqual(['confirming', 'credited'])
  await world.look(watchWith(world.chainUrl, proxy.url))
  await world.look(watchWith(world.chainUrl, proxy.url))
  expect(await states()).toEqual(['credited', 'credited'])
})

test('after two hours without a second provider an operator is asked', async () => {
  const watch = watchWith(world.chainUrl, 'http://127.0.0.1:9')
  await send(LIMIT + 1n)
  await world.settle(watch)
  for (let minutes = 0; minutes <= 120; minutes += 30) await world.lookAfter(30 * 60, watch)
  expect(await states()).toEqual(['one_provider'])
  expect(await agent.float()).toBe(0n)
})

test('what was held for want of a second provider is credited by itself when one confirms it, and looked at ever less often', async () => {
  const alone = watchWith(world.chainUrl, 'http://127.0.0.1:9')
  await send(LIMIT + 1n)
  await world.settle(alone)
  for (let minutes = 0; minutes <= 120; minutes += 30) await world.lookAfter(30 * 60, alone)
  expect(await states()).toEqual(['one_provider'])
  world.chain.forgetRequests()
  for (let minutes = 0; minutes < 60; minutes += 6) await world.lookAfter(6 * 60, alone)
  const receipts = world.chain.requests()['/walletsolidity/gettransactioninfobyid'] ?? 0
  expect(receipts).toBeGreaterThan(0)
  expect(receipts).toBeLessThan(6)
  expect(await states()).toEqual(['one_provider'])
  await world.lookAfter(3600, watchWith(world.chainUrl, proxy.url))
  expect(await states()).toEqual(['credited'])
  expect(await agent.float()).toBe((LIMIT + 1n) * RATE)
})

test('a second provider that later reports something else leaves it to an operator, as a dispute', async () => {
  const alone = watchWith(world.chainUrl)
  await send(LIMIT + 1n)
  await world.settle(alone)
  expect(await states()).toEqual(['one_provider'])
  proxy.rewrite((path, answer) => (path.includes('gettransactioninfobyid') ? {} : answer))
  await world.lookAfter(3600, watchWith(world.chainUrl, proxy.url))
  expect(await states()).toEqual(['providers_disagree'])
  proxy.rewrite((_path, answer) => answer)
  await world.lookAfter(24 * 3600, watchWith(world.chainUrl, proxy.url))
  expect(await states()).toEqual(['providers_disagree'])
  expect(await agent.float()).toBe(0n)
})
