import { col, sql } from '@cashbox/postgres/database'
import { openTronProxy, type TronProxy } from '@cashbox/testing/tron-proxy'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressToHex } from '../../rails/tron/tron-address.ts'

const USDT = 1_000_000n
const RATE = 1_265_050n

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
afterEach(() => world.chain.behave({ down: null, throttle: null, errors200: false }))

const send = (coins: bigint) => world.chain.send({ to: agent.address, units: coins * USDT })
const bothWatch = (...urls: string[]) =>
  world.newWatch({ tron: { providers: urls.map((url) => ({ url, apiKey: null })) } })

interface Answered {
  readonly id?: string
  readonly log?: readonly { readonly data: string }[]
}

/** Says another amount than the chain, where the path is asked. */
const changeAmounts = (ofPath: string) =>
  proxy.rewrite((path, answer) => {
    const { log } = answer as Answered
    if (path !== ofPath || !log) return answer
    return {
      ...(answer as object),
      log: log.map((one) => ({ ...one, data: (90n * USDT).toString(16).padStart(64, '0') })),
    }
  })

test.each([429, 403] as const)('a provider that refuses every second call with %i only delays', async (status) => {
  world.chain.behave({ throttle: { every: 2, status } })
  await send(10n)
  await world.chain.mine(21)
  await world.look()
  expect(await agent.float()).toBe(10n * RATE)
})

test('an outage of an hour is shown to the agent, and what was sent in it is credited after it', async () => {
  const watch = world.newWatch()
  const token = await world.logIn(agent.name)
  expect((await world.topups(token)).delayed).toEqual([])
  await send(10n)
  await world.chain.mine(1)
  await world.look(watch)
  world.chain.behave({ down: 'unavailable' })
  await world.chain.mine(20)
  await send(20n)
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await world.lookAfter(300, watch)
    await world.chain.mine(5)
  }
  expect((await world.topups(token)).delayed).toEqual(['tron'])
  expect(await agent.float()).toBe(0n)
  world.chain.behave({ down: null })
  await world.lookAfter(310, watch)
  await world.lookAfter(60, watch)
  expect((await world.topups(token)).delayed).toEqual([])
  expect(await agent.float()).toBe(30n * RATE)
})

test.each(['http://127.0.0.1:9', 'http://127.0.0.1:9/tron'])(
  'with a provider that is not there (%s) the next one does all of it',
  async (nowhere) => {
    const watch = bothWatch(nowhere, world.chainUrl)
    await send(10n)
    await world.settle(watch)
    expect(await agent.float()).toBe(10n * RATE)
  },
)

test('a full node that answers errors with status 200 credits nothing, and loses nothing', async () => {
  world.chain.behave({ errors200: true })
  const watch = world.newWatch()
  await send(10n)
  await world.settle(watch)
  expect(await agent.float()).toBe(0n)
  world.chain.behave({ errors200: false })
  await world.lookAfter(60, watch)
  expect(await agent.float()).toBe(10n * RATE)
})

test.each([
  ['after', 'the other one says so first'],
  ['before', 'the liar says so first'],
])('two providers that report different amounts: held, nothing credited (%s: %s)', async (place) => {
  changeAmounts('/walletsolidity/gettransactioninfobyid')
  const watch = place === 'after' ? bothWatch(world.chainUrl, proxy.url) : bothWatch(proxy.url, world.chainUrl)
  await send(10n)
  await world.settle(watch)
  await world.lookAfter(700, watch)
  expect(await agent.topups()).toMatchObject([{ state: 'held', reason: 'providers_disagree' }])
  expect(await agent.float()).toBe(0n)
})

test('a provider that denies what another one proves: waited for, then held, nothing credited', async () => {
  proxy.rewrite((path, answer) => (path.endsWith('/gettransactioninfobyid') ? {} : answer))
  const watch = bothWatch(world.chainUrl, proxy.url)
  await send(10n)
  await world.settle(watch)
  await world.look(watch)
  expect(await agent.topups()).toMatchObject([{ state: 'confirming' }])
  for (let minutes = 0; minutes < 12; minutes++) await world.lookAfter(60, watch)
  expect(await agent.topups()).toMatchObject([{ state: 'held', reason: 'providers_disagree' }])
  expect(await agent.float()).toBe(0n)
})

test('a provider that is only behind is waited for, and credits come when it has caught up', async () => {
  let isBehind = true
  proxy.rewrite((path, answer) => {
    if (!isBehind) return answer
    if (path.endsWith('/gettransactioninfobyid')) return {}
    return path.endsWith('/getnowblock') ? { block_header: { raw_data: { number: 1, timestamp: 1 } } } : answer
  })
  const watch = bothWatch(world.chainUrl, proxy.url)
  await send(10n)
  await world.settle(watch)
  await world.lookAfter(60, watch)
  expect(await agent.float()).toBe(0n)
  isBehind = false
  await world.lookAfter(60, watch)
  expect(await agent.float()).toBe(10n * RATE)
})

test('a provider that has been behind for long has no say', async () => {
  proxy.rewrite((path, answer) => {
    if (path.endsWith('/gettransactioninfobyid')) return {}
    return path.endsWith('/getnowblock') ? { block_header: { raw_data: { number: 1, timestamp: 1 } } } : answer
  })
  const watch = bothWatch(world.chainUrl, proxy.url)
  await send(10n)
  await world.settle(watch)
  for (let minutes = 0; minutes < 12; minutes++) await world.lookAfter(60, watch)
  expect(await agent.float()).toBe(10n * RATE)
})

test('a provider whose final head lies ahead makes nothing final', async () => {
  proxy.rewrite((path, answer) =>
    path === '/walletsolidity/getnowblock'
      ? { block_header: { raw_data: { number: 1_000_000, timestamp: world.clock.now().getTime() } } }
      : answer,
  )
  const watch = bothWatch(proxy.url)
  const txid = await send(10n)
  await world.chain.mine(10)
  for (let looks = 0; looks < 5; looks++) await world.look(watch)
  expect(await agent.topups()).toMatchObject([{ state: 'confirming' }])
  expect(await world.chain.drop(txid)).toBe(true)
  await world.lookAfter(3700, watch)
  await world.lookAfter(3700, watch)
  expect(await agent.topups()).toMatchObject([{ state: 'failed' }])
  expect(await agent.float()).toBe(0n)
})

test('what is credited is what the final receipt says, even if another amount was shown before', async () => {
  changeAmounts('/wallet/gettransactioninfobyid')
  const watch = bothWatch(proxy.url)
  await send(10n)
  await world.chain.mine(1)
  await world.look(watch)
  expect(await agent.topups()).toMatchObject([{ state: 'confirming', units: '90000000' }])
  await world.chain.mine(20)
  await world.look(watch)
  expect(await agent.topups()).toMatchObject([{ state: 'credited', units: '10000000' }])
  expect(await agent.float()).toBe(10n * RATE)
})

test('who it belongs to is what the final receipt says, even if it was shown to another agent', async () => {
  const other = await world.newAgent()
  proxy.rewrite((path, answer) =>
    path === '/wallet/gettransactioninfobyid'
      ? JSON.parse(JSON.stringify(answer).replaceAll(addressToHex(agent.address), addressToHex(other.address)))
      : answer,
  )
  const watch = bothWatch(proxy.url)
  await send(10n)
  await world.chain.mine(1)
  await world.look(watch)
  expect(await other.topups()).toMatchObject([{ state: 'confirming' }])
  await world.chain.mine(20)
  await world.look(watch)
  expect(await other.topups()).toEqual([])
  expect(await other.float()).toBe(0n)
  expect(await agent.float()).toBe(10n * RATE)
})

test('one address whose list can not be read keeps no other address waiting', async () => {
  const others = [await world.newAgent(), await world.newAgent()]
  proxy.rewrite((path, answer) => (path.includes(agent.address) ? { Error: 'no' } : answer))
  const watch = bothWatch(proxy.url, proxy.url)
  await world.db.execute(sql`update tron_address set next_check_at = 'infinity'`)
  await world.db.execute(sql`
    update tron_address set next_check_at = '-infinity', checked_at = null
    where agent_id = any(${[agent, ...others].map(({ id }) => id)}::uuid[])`)
  for (let looks = 0; looks < 3; looks++) await world.lookAfter(120, watch)
  const rows = await world.db.query(
    sql`select agent_id from tron_address where checked_at is null and next_check_at < 'infinity'`,
    { agent_id: col.uuid },
  )
  expect(rows).toEqual([{ agent_id: agent.id }])
})
