import { sql } from '@cashbox/postgres/database'
import { openTronProxy, type TronProxy } from '@cashbox/testing/tron-proxy'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { passes, readFeed } from './read-feed.ts'

const USDT = 1_000_000n
const RATE = 1_265_050n
const DAY_S = 24 * 3600

let proxy: TronProxy
let world: TronWorld
let agent: TopupAgent
beforeAll(async () => {
  proxy = await openTronProxy()
  world = await openTronWorld()
  proxy.passOnFrom(world.chainUrl)
})
beforeEach(async () => {
  agent = await world.newAgent()
  await world.look()
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})
afterEach(() => world.chain.behave({ lag: 0, gaps: 0, missing: [], repeats: false, reorders: false }))

/** Only the feed, so that no address check finds what it left out. */
const ignoreAddresses = () => world.db.execute(sql`update tron_address set next_check_at = 'infinity'`)
const send = (coins: bigint) => world.chain.send({ to: agent.address, units: coins * USDT })
const viaProxy = () => world.newWatch({ tron: { providers: [{ url: proxy.url, apiKey: null }] } })

test('an index that trails by many blocks only delays', async () => {
  await ignoreAddresses()
  world.chain.behave({ lag: 40 })
  await send(10n)
  await world.settle()
  expect(await agent.topups()).toEqual([])
  world.clock.advance(120)
  await world.chain.mine(19)
  await world.look()
  await world.chain.mine(1)
  await world.look()
  expect(await agent.float()).toBe(10n * RATE)
})

test('rows that come twice and in another order are credited once', async () => {
  await ignoreAddresses()
  world.chain.behave({ repeats: true, reorders: true })
  for (let count = 0; count < 30; count++) await send(10n)
  await world.settle()
  world.chain.behave({ repeats: false })
  await world.settle()
  expect(await agent.topups()).toHaveLength(30)
  expect(await agent.float()).toBe(300n * RATE)
})

test('what is listed a few seconds after its neighbours is found by the next look', async () => {
  await ignoreAddresses()
  const late = await send(10n)
  world.chain.behave({ missing: [late] })
  await world.chain.mine(1)
  world.clock.advance(5)
  await send(20n)
  await world.settle()
  expect(await agent.float()).toBe(20n * RATE)
  world.chain.mend()
  await world.look()
  expect(await agent.float()).toBe(30n * RATE)
})

test('what was left out and added within ten minutes is found by the second pass', async () => {
  await ignoreAddresses()
  const txid = await send(10n)
  world.chain.behave({ missing: [txid] })
  await world.settle()
  await world.lookAfter(30)
  await send(20n)
  await world.settle()
  expect(await agent.float()).toBe(20n * RATE)
  world.chain.mend()
  await world.look()
  expect(await agent.float()).toBe(20n * RATE)
  await world.lookAfter(600)
  expect(await agent.float()).toBe(30n * RATE)
  expect(await world.look()).toEqual([])
})

test('what was left out and added within a day is found by the third pass', async () => {
  await ignoreAddresses()
  const txid = await send(10n)
  world.chain.behave({ missing: [txid] })
  await world.settle()
  await world.lookAfter(30)
  await send(20n)
  await world.settle()
  for (let hours = 0; hours < 20; hours++) await world.lookAfter(3600)
  world.chain.mend()
  await world.lookAfter(3600)
  expect(await agent.float()).toBe(20n * RATE)
  await world.lookAfter(4 * 3600)
  expect(await agent.float()).toBe(30n * RATE)
})

test('what the feed never reports is found by the daily look at the address', async () => {
  await send(10n)
  await world.settle()
  expect(await agent.float()).toBe(10n * RATE)
  proxy.rewrite((path, answer) => (path.startsWith('/v1/contracts/') ? { data: [], meta: {} } : answer))
  const watch = viaProxy()
  await world.look(watch)
  await send(30n)
  await world.settle(watch)
  expect(await agent.float()).toBe(10n * RATE)
  await world.lookAfter(DAY_S, watch)
  for (let looks = 0; looks < 10; looks++) await world.look(watch)
  expect(await agent.float()).toBe(40n * RATE)
})

test('a row that says it is of the future does not carry the reader past what the index has yet to list', async () => {
  await ignoreAddresses()
  const futureRow = {
    transaction_id: 'fe'.repeat(32),
    block_timestamp: world.clock.now().getTime() + 3_600_000,
    event_name: 'Transfer',
    result: { to: '0xc8599111f29c1e1e061265b4af93ea1f274ad78a' },
  }
  proxy.rewrite((path, answer) =>
    path.startsWith('/v1/contracts/')
      ? { ...(answer as object), data: [...(answer as { data: [] }).data, futureRow] }
      : answer,
  )
  const watch = viaProxy()
  world.chain.behave({ lag: 10 })
  await send(10n)
  await world.chain.mine(1)
  for (let looks = 0; looks < 30; looks++) await world.look(watch)
  await world.chain.mine(30)
  await world.look(watch)
  await world.look(watch)
  expect(await agent.float()).toBe(10n * RATE)
})

test('more transfers of one moment than a look reads are read to their end, and what comes after them too', async () => {
  await ignoreAddresses()
  const crowd = Array.from({ length: 4500 }, () => ({ to: world.chain.contracts.fake, units: 1n }))
  await world.chain.sendMany(crowd)
  await world.chain.sendMany([...crowd.slice(0, 10), { to: agent.address, units: 10n * USDT }])
  await world.chain.mine(1)
  world.clock.advance(5)
  const watch = world.newWatch()
  let looks = 0
  for (const first of passes.slice(0, 1)) while ((await readFeed(watch, first)) && looks < 5) looks += 1
  expect(looks).toBeLessThan(5)
  await world.chain.mine(20)
  await world.look()
  expect(await agent.float()).toBe(10n * RATE)
})

test('a list without end is a failure of its provider, not the end of the watch', async () => {
  let pages = 0
  proxy.rewrite((path, answer) => {
    if (!path.startsWith('/v1/contracts/')) return answer
    pages += 1
    return { data: [], meta: { fingerprint: `page ${pages}` } }
  })
  const tron = {
    providers: [
      { url: proxy.url, apiKey: null },
      { url: world.chainUrl, apiKey: null },
    ],
  }
  const watch = world.newWatch({ tron })
  await send(10n)
  await world.settle(watch)
  expect(await agent.float()).toBe(10n * RATE)
})
