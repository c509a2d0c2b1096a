import { openTronProxy, type TronProxy } from '@cashbox/testing/tron-proxy'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

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
  agent = await world.newAgent()
  await world.look()
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const states = async () => (await agent.topups()).map(({ state }) => state)

test('a transaction that the chain dropped before it was final is failed after an hour, and never credited', async () => {
  const token = await world.logIn(agent.name)
  const txid = await world.chain.send({ to: agent.address, units: 10n * USDT })
  await world.chain.mine(10)
  await world.look()
  expect(await states()).toEqual(['confirming'])
  expect(await world.chain.drop(txid)).toBe(true)
  await world.chain.mine(30)
  for (let minutes = 0; minutes < 55; minutes += 5) await world.lookAfter(300)
  expect(await states()).toEqual(['confirming'])
  for (let minutes = 0; minutes < 30; minutes += 5) await world.lookAfter(300)
  expect((await world.topups(token)).list).toMatchObject([{ state: 'failed', received: null, reason: null }])
  await world.lookAfter(25 * 3600)
  expect(await states()).toEqual(['failed'])
  expect(await agent.float()).toBe(0n)
})

/** The chain without one transaction, or with it in another block. */
function moveTransaction(txid: string) {
  let moved: 'away' | number | null = null
  proxy.rewrite((path, answer) => {
    if (moved === null) return answer
    if (path.startsWith('/v1/')) {
      const { data, ...rest } = answer as { data: { transaction_id: string }[] }
      return { ...rest, data: moved === 'away' ? data.filter((row) => row.transaction_id !== txid) : data }
    }
    if (!path.endsWith('/gettransactioninfobyid') || (answer as { id?: string }).id !== txid) return answer
    if (moved === 'away') return {}
    const isKnown = moved <= (path.startsWith('/walletsolidity/') ? world.chain.solid() : world.chain.head())
    return isKnown ? { ...(answer as object), blockNumber: moved } : {}
  })
  return {
    watch: world.newWatch({ tron: { providers: [{ url: proxy.url, apiKey: null }] } }),
    to: (block: 'away' | number) => void (moved = block),
  }
}

test('a transaction that was dropped and taken up again in a later block is credited once', async () => {
  const txid = await world.chain.send({ to: agent.address, units: 10n * USDT })
  const { watch, to } = moveTransaction(txid)
  await world.chain.mine(10)
  await world.look(watch)
  expect(await states()).toEqual(['confirming'])
  to('away')
  await world.chain.mine(15)
  await world.lookAfter(60, watch)
  await world.lookAfter(60, watch)
  to(world.chain.head() + 1)
  await world.chain.mine(5)
  await world.lookAfter(120, watch)
  expect(await states()).toEqual(['confirming'])
  expect(await agent.float()).toBe(0n)
  await world.chain.mine(20)
  await world.lookAfter(60, watch)
  await world.lookAfter(60, watch)
  expect(await states()).toEqual(['credited'])
  expect(await agent.float()).toBe(10n * RATE)
})

test('a transaction that was given up and comes back after all is credited once', async () => {
  const txid = await world.chain.send({ to: agent.address, units: 10n * USDT })
  const { watch, to } = moveTransaction(txid)
  await world.chain.mine(1)
  await world.look(watch)
  to('away')
  await world.chain.mine(30)
  await world.lookAfter(3601, watch)
  await world.lookAfter(3601, watch)
  expect(await states()).toEqual(['failed'])
  to(world.chain.head() + 1)
  await world.chain.mine(30)
  await world.lookAfter(24 * 3600, watch)
  await world.look(watch)
  expect(await states()).toEqual(['credited'])
  await world.lookAfter(24 * 3600, watch)
  expect(await agent.float()).toBe(10n * RATE)
})

test('a transaction whose final receipt failed, though the first one did not, is failed', async () => {
  const txid = await world.chain.send({ to: agent.address, units: 10n * USDT })
  proxy.rewrite((path, answer) =>
    path === '/walletsolidity/gettransactioninfobyid' && (answer as { id?: string }).id === txid
      ? { ...(answer as object), result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } }
      : answer,
  )
  const watch = world.newWatch({ tron: { providers: [{ url: proxy.url, apiKey: null }] } })
  await world.settle(watch)
  expect(await states()).toEqual(['failed'])
  expect(await agent.float()).toBe(0n)
})
